// Package stat answers how long a randomised search takes to a target, and what more hardware would buy.
//
// Observe takes the times to a target from records of runs, and NewSample makes them a Sample, in which runs that missed the
// target stay as what they are: times that are known to be longer. A Sample has an empirical distribution (Kaplan and
// Meier's), and can be fitted by six families of distributions (Sample.Fit), whose goodness a parametric bootstrap
// tells (Fit.Refit).
//
// From a sample or from a fit follow M(p), the expected time of the fastest of p independent runs (Sample.Fastest,
// Fastest), by equations 3 to 5 of "An analytical study of GPU computation for solving QAPs by parallel evolutionary
// computation with independent run" (Tsutsui and Fujimoto, CEC 2011), the speed-up M(1)/M(p) with its limit, and the best
// fixed time after which to restart (Sample.BestRestart, BestRestart).
//
// Times are float64 in any unit, above 0. All that is random is a function of a seed.
package stat
