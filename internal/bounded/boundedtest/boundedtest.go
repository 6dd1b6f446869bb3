// Package boundedtest checks that readers take memory and time in proportion to what they read.
package boundedtest

import (
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"
)

// The generous bounds of Linear.
const (
	fixed   = 4 << 20 // bytes of memory for an empty file
	perByte = 200     // bytes of memory for each byte of a file
	longest = 5 * time.Minute
	tries   = 5
	// Whoever watches a reader counts what others in the process allocate too, so it bears with this many times the bound, and at least
	// with certain bytes.
	beyond, certain = 8, 1 << 30
)

// Endless returns a file, a pipe or a device that holds a text again and again, and never ends.
func Endless(text string) io.Reader { return &endless{text: text} }

type endless struct {
	text string
	at   int // the next byte
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], e.text[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.text)
	}
	return n, nil
}

// Pipe calls read with the name of a pipe into which somebody writes begin, and then a text again and again for as long as it is
// open. Where a pipe has no name the test is skipped.
func Pipe(t testing.TB, begin, text string, read func(name string)) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	name := "/dev/fd/" + strconv.Itoa(int(r.Fd()))
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, err := w.WriteString(begin)
		forever := Endless(text)
		for block := make([]byte, 1<<16); err == nil; { // until nobody reads any more
			forever.Read(block)
			_, err = w.Write(block)
		}
	}()
	read(name)
	r.Close()
	w.SetDeadline(time.Now())
	<-done
	w.Close()
}

// Linear runs read, which reads a file of size bytes, and fails if it allocates more than 4 MiB and 200 bytes for each
// byte of the file. What can be measured is what the whole process allocates; so a reading that seems to take more is repeated,
// and the least of several tries counts. A reader that never comes back, or takes all memory before it does, is caught in the
// act: whoever watches it ends the process, and go test -fuzz keeps the input.
func Linear(t testing.TB, size int, read func()) {
	t.Helper()
	most := uint64(fixed) + perByte*uint64(size)
	if got := leastOf(tries, most, func() uint64 { return measured(size, most, read) }); got > most {
		t.Fatalf("%d bytes of memory allocated for a file of %d; at most %d are in proportion", got, size, most)
	}
}

// leastOf measures until that gives at most enough, but no more than n times, and returns the least.
func leastOf(n int, enough uint64, measure func() uint64) uint64 {
	least := measure()
	for ; n > 1 && least > enough; n-- {
		least = min(least, measure())
	}
	return least
}

// measured is what was allocated while read ran.
func measured(size int, most uint64, read func()) uint64 {
	before, done := allocated(), make(chan struct{})
	defer close(done)
	go watch(done, before+max(most*beyond, certain), size)
	read()
	return allocated() - before
}

func watch(done <-chan struct{}, most uint64, size int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for began := time.Now(); ; {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		over := allocated() > most || time.Since(began) > longest
		select {
		case <-done: // while this was measured, so it may be of what came after
			return
		default:
		}
		if over {
			panic(fmt.Sprintf("a file of %d bytes takes more memory than is in proportion, or more than %v", size, longest))
		}
	}
}

// allocated returns how many bytes the process has allocated on the heap since it began.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
