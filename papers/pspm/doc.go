// Package pspm makes the experiments of "Parallel neighbourhood search on many-core platforms" (PSPM) again: Tables 2, 3
// and 4 and Figure 4, with the paper's figures beside ours.
//
// A Lab runs trials and keeps what came out of each (Sample). Experiments are values (Experiments): each says which
// trials it needs and makes its tables and charts from the samples there are, so one that was interrupted still shows
// what it has, and trials that two tables share are run once.
package pspm
