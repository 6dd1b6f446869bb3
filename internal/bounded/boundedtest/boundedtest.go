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
	longest = time.Minute
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
// byte of the file. A reader that never comes back, or takes all memory before it does, is caught in the act: whoever
// watches it ends the process, and go test -fuzz keeps the input.
func Linear(t testing.TB, size int, read func()) {
	t.Helper()
	before, most := allocated(), uint64(fixed)+perByte*uint64(size)
	done := make(chan struct{})
	go watch(done, before+most, size)
	read()
	close(done)
	if got := allocated() - before; got > most {
		t.Fatalf("%d bytes of memory allocated for a file of %d; at most %d are in proportion", got, size, most)
	}
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
		beyond := allocated() > most || time.Since(began) > longest
		select {
		case <-done: // while this was measured, so it may be of what came after
			return
		default:
		}
		if beyond {
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
