package kernelgen

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// A Refusal says what lies outside the device subset, where, why, and what to write in its place.
type Refusal struct {
	Pos    token.Position
	Reason string
	WayOut string
}

func (r Refusal) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s; %s", r.Pos.Filename, r.Pos.Line, r.Pos.Column, r.Reason, r.WayOut)
}

// Refusals is the error of source outside the device subset: all that was found, in the order of the source.
type Refusals []Refusal

func (rs Refusals) Error() string {
	lines := make([]string, len(rs))
	for i, r := range rs {
		lines[i] = r.Error()
	}
	return strings.Join(lines, "\n")
}

// tidied returns the refusals in the order of the source, each once a line.
func (rs Refusals) tidied() Refusals {
	rs = slices.Clone(rs)
	slices.SortStableFunc(rs, func(a, b Refusal) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.CompactFunc(rs, func(a, b Refusal) bool {
		a.Pos.Column, a.Pos.Offset = b.Pos.Column, b.Pos.Offset
		return a == b
	})
}

// refuse notes that the source at pos is outside the subset. Lowering goes on, so that one run reports every place.
func (m *module) refuse(pos token.Pos, wayOut, reason string, args ...any) {
	m.refusals = append(m.refusals, Refusal{m.prog.Fset.Position(pos), fmt.Sprintf(reason, args...), wayOut})
}

// Ways out that several refusals share.
const (
	wayOutMemory    = "use an array of constant size, a slice parameter, or shared memory"
	wayOutInterface = "make the function generic over a type parameter, whose methods are known at compile time"
	wayOutString    = "leave text to the host, and number what the kernel tells apart"
	wayOutParallel  = "a kernel's threads are its goroutines: share through slices, barriers and atomics of lane"
	wayOutDynamic   = "call the function by its name, or pass it as a literal to a function that calls it"
	wayOutUnsafe    = "use math.Float64bits and its kin, or a slice of the type that is meant"
	wayOutSlices    = "use one flat slice and compute the index, as in a[i*n+j]"
)
