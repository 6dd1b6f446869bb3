// Package golden keeps what searches find: its tests run every method on small problems, on cores and on the emulator, at
// fixed seeds and limits of work, and compare what each run did with testdata. A change that is to keep results shows so
// here; one that is to change them says so by the lines that
//
//	go test ./internal/golden -update
//
// rewrites; -add writes those of new runs alone. Where there is a GPU, the same tests want the emulator's solutions from it.
package golden
