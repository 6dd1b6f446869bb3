// Package chapter makes again what the chapter on metaheuristics of "Designing scientific applications on GPUs" (Melab and others, 2013)
// tells of methods with a population: cellular, panmictic and island algorithms, swarms, ants and quantum-inspired ones, each on one core,
// on all cores and on GPUs; and of annealing by a matrix of deltas. Its case study, large neighbourhoods and multistart have packages of their own (q3ap, perceptron, multistart).
//
// A system of the chapter is data, a Study: a method by its size, an instance, and the figures that the chapter prints. What a device cannot
// run says why, so a method that learns to run there fills its row.
package chapter
