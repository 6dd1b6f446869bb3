// Package perceptron makes the chapter's account of large neighbourhoods again (Luong, Melab and Talbi 2010, in Melab and others,
// "Designing scientific applications on GPUs", 2013): tabu search on the permuted perceptron problem by flips of one, two and three
// bits, on a core and with a thread of a GPU for each neighbour, by size.
//
// A Lab runs trials and keeps what came out of each. Experiments are values (Experiments): each says which trials it needs and makes
// its tables and charts from those there are, so one that was interrupted still shows what it has.
package perceptron
