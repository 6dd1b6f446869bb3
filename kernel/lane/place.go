package lane

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"sync"
)

// hasGrandcaller is whether grandcaller works here: a compiler that lays out frames otherwise would make it lie. The
// intrinsics that end in meet or sync are kept from being inlined, so that meet's and sync's grandcaller is the kernel.
var hasGrandcaller = probe()

//go:noinline
func probe() bool { return probeCaller() }

//go:noinline
func probeCaller() bool { return grandcaller() == callerPC(3) }

// callerPC returns the program counter of a caller; skip is runtime.Callers' for a call from here.
func callerPC(skip int) uintptr {
	var pc [1]uintptr
	runtime.Callers(skip+1, pc[:])
	return pc[0]
}

// places are the file:line of program counters seen, which take a microsecond to find.
var places sync.Map

func placeOf(pc uintptr) string {
	if place, ok := places.Load(pc); ok {
		return place.(string)
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	place := fmt.Sprintf("%s:%d", frame.File, frame.Line)
	places.Store(pc, place)
	return place
}

// samePlace compares places in the source: inlining gives one place several program counters. The lock is held.
func (b *block) samePlace(a, c uintptr) bool {
	if a == c {
		return true
	}
	if b.grid.Free { // finding the places uses locks of its own, which the race detector must see
		raceShow()
		defer raceHide()
	}
	return placeOf(a) == placeOf(c)
}

// ownCall reports whether a call is in a function's own code and not in a copy that was inlined elsewhere, so that
// another program counter is another call.
func ownCall(pc uintptr) bool {
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	return frame.Func != nil
}

// userPlace returns the file:line of the innermost function on the stack that is neither of this package nor of the
// runtime: the kernel's, also where the operation is inside a block reduction.
func userPlace() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for {
		frame, more := frames.Next()
		if frame.File != "" && !strings.HasPrefix(frame.Function, "runtime.") && !strings.HasPrefix(frame.Function, ownPrefix) {
			return fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if !more {
			return "its end"
		}
	}
}

// ownPrefix begins the names of this package's functions.
var ownPrefix = func() string {
	pc, _, _, _ := runtime.Caller(0)
	name := runtime.FuncForPC(pc).Name()
	dir, file := path.Split(name)
	return dir + file[:strings.IndexByte(file, '.')+1]
}()
