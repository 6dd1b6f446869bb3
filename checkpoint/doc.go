// Package checkpoint keeps runs in files, so that they can go on after their process has ended. multiwalk.Settings says by
// Checkpoint where a run is kept, and by Resume which one goes on; the methods' walks are Savers.
//
// A checkpoint is the state of a run between two rounds. A resumed run equals one that was never interrupted.
package checkpoint
