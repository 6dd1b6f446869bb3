package lending

import (
	"sync"
	"testing"
	"time"
)

// Who lends waits until all have given back what they borrowed, and not longer.
func TestLend_WaitsForAllBorrowers(t *testing.T) {
	Lend() // nobody borrows
	first, second := Borrow(), Borrow()
	var group sync.WaitGroup
	waited := make(chan bool, 8)
	for range cap(waited) {
		group.Go(func() {
			Lend()
			waited <- true
		})
	}
	first()
	select {
	case <-waited:
		t.Error("a walk went on while somebody had its core")
	case <-time.After(10 * time.Millisecond):
	}
	second()
	group.Wait()
	if Lend(); len(waited) == 0 {
		t.Error("nobody waited")
	}
}

// Every round that is under way counts, also where several runs of a process work on both, until it ends.
func TestLenders_AreRoundsUnderWay(t *testing.T) {
	counted := func(want int) {
		t.Helper()
		if n := Lenders(); n != want {
			t.Errorf("%d rounds are under way, want %d", n, want)
		}
	}
	counted(0)
	first := Open()
	counted(1)
	second := Open()
	counted(2)
	first()
	counted(1)
	second()
	counted(0)
}

func BenchmarkLend(b *testing.B) {
	for b.Loop() {
		Lend()
	}
}
