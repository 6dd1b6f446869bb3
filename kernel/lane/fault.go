package lane

import (
	"fmt"
	"strings"
)

// abandon is what a thread panics with to leave the kernel after a fault.
type abandon struct{}

// main runs the kernel in a thread and reports how it ended.
func (at *thread) main(kernel func(t Thread)) {
	returned := false
	defer func() {
		var fault *Fault
		if cause := recover(); cause != nil {
			if _, ok := cause.(abandon); !ok {
				fault = &Fault{Block: at.block.id, Thread: at.id, Place: userPlace(), Reason: fmt.Sprint(cause)}
			}
		} else if !returned {
			fault = &Fault{Block: at.block.id, Thread: at.id, Place: userPlace(), Reason: "the kernel ended its goroutine"}
		}
		at.block.lock()
		defer at.block.unlock()
		if fault != nil {
			at.block.breakUp(fault, nil)
		}
		at.end()
	}()
	if !at.block.broken.Load() {
		kernel(Thread{group: Full, at: at})
	}
	returned = true
}

// end marks the thread as returned. The lock is held.
//
//go:norace
func (at *thread) end() {
	b := at.block
	wasWaiting := at.op != opNone
	at.op = opReturn
	b.alive--
	if !b.grid.Free || wasWaiting {
		return
	}
	b.running--
	if b.running == 0 && b.alive > 0 && b.fault == nil {
		b.stuck()
	}
}

// breakUp sets the block's fault, if it has none, and wakes all threads to give up. If the place and the reason are to be
// found out after that, explain gives the reason. The lock is held.
//
//go:norace
func (b *block) breakUp(fault *Fault, explain func() string) {
	if b.fault != nil {
		return
	}
	b.fault, b.explain = fault, explain
	b.broken.Store(true)
	if !b.grid.Free {
		return
	}
	for i := range b.threads {
		if at := &b.threads[i]; at.op > opReturn {
			select {
			case at.wake <- struct{}{}:
			default: // it runs, and finds the fault itself
			}
		}
	}
}

// fail gives up with a fault of this thread. The lock is held.
//
//go:norace
func (at *thread) fail(format string, arguments ...any) {
	explain := func() string { return fmt.Sprintf(format, arguments...) }
	at.block.breakUp(&Fault{Block: at.block.id, Thread: at.id}, explain)
	at.giveUp()
}

// giveUp leaves the kernel. The lock is held, and released.
//
//go:norace
func (at *thread) giveUp() {
	at.block.unlock()
	at.place = userPlace()
	panic(abandon{})
}

// stuck is the fault of a block none of whose threads can go on. The lock is held.
//
//go:norace
func (b *block) stuck() {
	first := int32(0)
	for b.threads[first].op == opReturn {
		first++
	}
	b.diverged(first, b.threads, "no thread can go on")
}

// diverged is the fault of threads that wait for each other in different places. The lock is held.
//
//go:norace
func (b *block) diverged(thread int32, among []thread, what string) {
	waits := make([]operation, len(among))
	for i := range among {
		waits[i] = among[i].op
	}
	b.breakUp(&Fault{Block: b.id, Thread: thread}, func() string { return what + ": " + whereabouts(among, waits) })
}

// whereabouts tells which threads wait in what and where, by ranges of their numbers.
func whereabouts(among []thread, waits []operation) string {
	var kinds []string
	ranges := map[string][][2]int32{}
	for i := range among {
		kind := fmt.Sprintf("wait in %v of group %#08x at %s", waits[i], among[i].group, among[i].place)
		switch waits[i] {
		case opReturn:
			kind = "have returned"
		case opNone:
			kind = "still run"
		case opSync:
			kind = fmt.Sprintf("wait in Sync at %s", among[i].place)
		}
		list, id := ranges[kind], among[i].id
		if len(list) == 0 {
			kinds = append(kinds, kind)
		}
		if n := len(list); n > 0 && list[n-1][1] == id-1 {
			list[n-1][1] = id
		} else {
			list = append(list, [2]int32{id, id})
		}
		ranges[kind] = list
	}
	for i, kind := range kinds {
		kinds[i] = "threads " + spell(ranges[kind]) + " " + kind
	}
	return strings.Join(kinds, "; ")
}

func spell(ranges [][2]int32) string {
	var text []string
	for _, r := range ranges {
		if r[0] == r[1] {
			text = append(text, fmt.Sprint(r[0]))
		} else {
			text = append(text, fmt.Sprintf("%d-%d", r[0], r[1]))
		}
	}
	return strings.Join(text, ",")
}
