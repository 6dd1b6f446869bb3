package qap

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// BestKnown returns the best cost known of a QAPLIB instance, and whether it is proven optimal; ok is false for a name
// that is not in the library. See SizeOf for the number of its facilities. The values are those of the QAPLIB page of 2024-05-09 and
// later proofs, and by enumeration for n <= 10.
func BestKnown(name string) (cost int64, optimal, ok bool) {
	fields, ok := bestKnown()[name]
	if !ok {
		return 0, false, false
	}
	cost, _ = strconv.ParseInt(fields[1], 10, 64) // a test parses them all
	return cost, len(fields) == 3, true
}

// BestKnown is that of the published instance of this name and size.
func (q *Instance) BestKnown() (cost int64, optimal, ok bool) {
	cost, optimal, ok = BestKnown(q.Name())
	return cost, optimal, ok && SizeOf(q.Name()) == q.N
}

// SizeOf returns the number in the name of an instance of QAPLIB, which is that of its facilities: 30 for kra30a. It is 0 where there is
// none.
func SizeOf(name string) int {
	from := strings.IndexAny(name, "0123456789")
	if from < 0 {
		return 0
	}
	to := from
	for to < len(name) && '0' <= name[to] && name[to] <= '9' {
		to++
	}
	n, _ := strconv.Atoi(name[from:to])
	return n
}

// bestKnownText has a line for each instance: its name, the cost, and "optimal" where that is proven.
//
//go:embed bestknown.txt
var bestKnownText string

var bestKnown = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	for line := range strings.Lines(bestKnownText) {
		fields := strings.Fields(line)
		list[fields[0]] = fields
	}
	return list
})
