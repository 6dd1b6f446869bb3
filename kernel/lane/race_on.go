//go:build race

package lane

import (
	"runtime"
	"unsafe"
)

// raceHide and raceShow bracket what the race detector must not take for an order of the kernel's memory accesses.
func raceHide() { runtime.RaceDisable() }
func raceShow() { runtime.RaceEnable() }

// racePublish orders what the caller did before what follows a raceObserve of the same token.
func racePublish(token *uint64) { runtime.RaceReleaseMerge(unsafe.Pointer(token)) }
func raceObserve(token *uint64) { runtime.RaceAcquire(unsafe.Pointer(token)) }
