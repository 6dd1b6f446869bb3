// Package tsp is the travelling salesman problem, symmetric and asymmetric: instances in TSPLIB's format or made from
// coordinates or a matrix, open paths through their cities, their costs and deltas, neighbour lists, a greedy constructor,
// tour files and pictures.
//
// Cities are numbered from 0 in memory, and in files as the instance's file numbers them, or from 1. Distances are those of
// TSPLIB95 (G. Reinelt, "TSPLIB 95", Universität Heidelberg, 1995), bit for bit on every machine, because no product is
// fused into a sum.
package tsp
