// Package service solves jobs for others by HTTP: an instance is posted, waits in a queue, is solved, and can be watched and stopped. Jobs
// survive a restart, kill -9 included, in a folder of files. What a job is and how it is solved is a Solver's; package cli has one
// that takes what the command solve takes.
//
// Events of a job are the lines of its record (package record), as server-sent events.
package service
