package checkpoint_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"testing"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
)

// numberSeeds has numbers near the ends of int32 and int64 wherever a file has one in decimals.
var numberSeeds = boundedtest.Seeds(
	"multiwalk checkpoint #\n{}\n",
	first+"{\"bytes\":#}\nstate",
	first+`{"seed":#,"machines":#,"walks":#,"planned":#,"rounds":#,"elapsed_ns":#,"loading_ns":#,"bytes":0}`+"\n",
	first+`{"own":{"a":[#,#]},"notes":["#"],"bytes":5}`+"\nstate",
)

// stateSeeds has such numbers wherever a state has a length, a number of fields or a size.
func stateSeeds() (list [][]byte) {
	a := checkpoint.Writer(0)
	example().Save(a)
	for at := range len(a.Bytes()) - 7 {
		for _, end := range []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<62 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
			state := bytes.Clone(a.Bytes())
			binary.LittleEndian.PutUint64(state[at:], end)
			list = append(list, state)
		}
	}
	return append(list, a.Bytes())
}

// FuzzParse looks for files that break a reader, or make it take memory out of proportion, also such as have the right
// checksum.
func FuzzParse(f *testing.F) {
	f.Add([]byte(first + "{}\n"))
	for _, s := range numberSeeds {
		f.Add(s)
	}
	for _, s := range stateSeeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		boundedtest.Linear(t, 2*len(data), func() {
			_, _ = checkpoint.Parse(data)
			sum := sha256.Sum256(data)
			if s, err := checkpoint.Parse(append(bytes.Clone(data), sum[:]...)); err == nil && s.Bytes != len(s.State) {
				t.Errorf("%d bytes of a state of %d", len(s.State), s.Bytes)
			}
		})
		got := &things{inner: new(inner)}
		boundedtest.Linear(t, len(data), func() {
			b := checkpoint.Reader(data)
			if got.Save(b); b.Err() == nil && 8*len(got.list) > len(data) {
				t.Errorf("%d bytes gave a list of %d", len(data), len(got.list))
			}
		})
	})
}
