package walk_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// beside calls f while goroutines allocate pieces of memory that they drop at once, and pieces that they keep for a while.
func beside(f func()) {
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			kept := make([][]byte, 16)
			for i := 0; !done.Load(); i++ {
				kept[i%len(kept)] = make([]byte, 1<<20)
			}
		})
	}
	f()
	done.Store(true)
	wg.Wait()
}

// Walks that fit are not refused for what others in the process allocate.
func TestMinimize_OthersMemoryIsNotTheWalks(t *testing.T) {
	beside(func() {
		var wg sync.WaitGroup
		for seed := range 8 {
			wg.Go(func() {
				_, err := multiwalk.Minimize(background, value{1000}, script{find: noise}, multiwalk.Settings{Seed: uint64(seed), Walks: 20_000, Workers: 1,
					Stop: []multiwalk.Stop{multiwalk.Work(1)}})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// Walks that do not fit are refused beside others that allocate, too.
func TestMinimize_RefusesBesideOthers(t *testing.T) {
	beside(func() {
		made := 0
		_, err := multiwalk.Minimize(background, value{1000}, heavy{bytes: 4 << 20, made: &made}, multiwalk.Settings{Walks: 1_000_000, Workers: 1,
			Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), "do not fit") || made > 1000 {
			t.Errorf("%d walks were made: %v", made, err)
		}
	})
}
