// Package qap makes the experiments of Tsutsui and Fujimoto, "An analytical study of GPU computation for solving QAPs
// by parallel evolutionary computation with independent run" (CEC 2011), again: Tables I to III and Figures 5 and 6,
// with the paper's figures beside ours.
//
// A Lab runs trials and keeps what came out of each (Run). Experiments are values (Experiments): each says which trials
// it needs and makes its tables and charts from those there are, so one that was interrupted still shows what it has,
// and trials that two tables share are run once.
//
// Single blocks, from which the paper predicts many, run side by side on the GPU, each a run of its own, and are
// counted in generations (see singles). Paces tell how long a number of blocks takes for a number of generations.
package qap
