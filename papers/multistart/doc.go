// Package multistart makes the chapter's account of multistart local search again (Delévacq, Delisle and Krajecki 2012, in Melab and
// others, "Designing scientific applications on GPUs", 2013): iterated local search for tours by both mappings, a thread a search and a
// thread a neighbour, on instances of 100 to 3038 cities.
//
// A Lab runs trials and keeps what came out of each. Experiments are values (Experiments): each says which trials it needs and makes
// its tables and charts from those there are, so one that was interrupted still shows what it has.
package multistart
