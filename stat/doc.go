// Package stat answers how long a randomised search takes to a target, and what more hardware would buy.
//
// Observe takes the times to a target from records of runs, and NewSample makes a Sample of them. Of a run that missed
// the target the Sample knows that its time is longer than the run was. A Sample has an empirical distribution (Kaplan
// and Meier's). Sample.Fit fits one of six families of distributions to it, and Fit.Refit measures by a parametric
// bootstrap how good the fit is.
//
// From a sample or a fit the package computes M(p), the expected time of the fastest of p independent runs
// (Sample.Fastest, Fastest), by equations 3 to 5 of "An analytical study of GPU computation for solving QAPs by
// parallel evolutionary computation with independent run" (Tsutsui and Fujimoto, CEC 2011); the speed-up M(1)/M(p) with
// its limit; and the best fixed time after which to restart (Sample.BestRestart, BestRestart).
//
// Times are float64 in any unit, above 0. Random draws depend only on a seed.
package stat
