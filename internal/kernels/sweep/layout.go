package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

const (
	otherBits = 24        // of an entry, the place of the other bit; above it the weight over the factor
	most8     = 127       // of a weight over the factor, without its sign
	mostSum   = 1<<15 - 1 // of those of a bit
	mostDelta = 4096      // of a flip, without its sign
	fewest    = 16        // bits of a class on average: with fewer, most lanes have none
)

// Layout is the pairs of a problem as Sweep reads them. Bits that share no pair are a class. The bits of a class have places one
// after the other, those with most pairs first, in slices of as many bits as a warp has lanes; the last slice is filled up with
// places of no bit. The entries of a slice lie lane by lane: the first of each bit, the second of each, and so on.
type Layout struct {
	Classes []int32 // class c has slices Classes[c] to Classes[c+1]
	Slices  []int32 // slice s has entries Slices[s] to Slices[s+1]
	Linear  []int32 // by place
	Pairs   []int32 // the place of the other bit, and in the highest byte the weight over Factor
	Place   []int32 // of each bit
	Factor  int32
	Delta   int32 // a bound on all deltas, without their signs
}

// NewLayout lays out pairs. The error says why they do not fit the kernel.
func NewLayout(q *neighbourhood.Pairs) (*Layout, error) {
	l := &Layout{}
	if err := l.measure(q); err != nil {
		return nil, err
	}
	classes, colour := colours(q)
	if n := len(q.Linear); n < fewest*classes {
		return nil, fmt.Errorf("they look at bits side by side that share no pair, and %d bits have %d such classes", n, classes)
	}
	l.put(q, classes, colour)
	if places := len(l.Linear); places >= 1<<otherBits {
		return nil, fmt.Errorf("%d bits are too many", len(q.Linear))
	}
	l.list(q)
	return l, nil
}

// measure finds the factor and the greatest delta.
func (l *Layout) measure(q *neighbourhood.Pairs) error {
	factor := int64(0)
	for _, w := range q.Weights {
		for a, b := factor, w; ; a, b = b, a%b {
			if b == 0 {
				factor = max(a, -a)
				break
			}
		}
	}
	factor = max(1, factor)
	greatest := int64(0)
	for i, own := range q.Linear {
		sum := int64(0)
		for _, w := range q.Weights[q.Start[i]:q.Start[i+1]] {
			over := max(w, -w) / factor
			if sum += over; over > most8 || over < 0 || sum > mostSum {
				return fmt.Errorf("weights of the pairs of bit %d are more than %d, or more than %d together, without their signs and their common factor %d",
					i, most8, mostSum, factor)
			}
		}
		if own < -mostDelta || own > mostDelta {
			greatest = math.MaxInt64
			break
		}
		greatest = max(greatest, max(own, -own)+sum*factor)
	}
	if factor > mostDelta || greatest > mostDelta {
		return fmt.Errorf("a flip may change the cost by more than %d", mostDelta)
	}
	l.Factor, l.Delta = int32(factor), int32(greatest)
	return nil
}

// colours gives each bit a class, such that no pair is within one: bits with most pairs first, each the first class that none of
// its pairs has (Welsh and Powell, 1967). Time is linear in the number of pairs.
func colours(q *neighbourhood.Pairs) (classes int, colour []int32) {
	n := len(q.Linear)
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	degree := func(i int32) int32 { return q.Start[i+1] - q.Start[i] }
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(degree(b), degree(a)) })
	colour = slices.Repeat([]int32{-1}, n)
	taken := slices.Repeat([]int32{-1}, n+1) // the bit for which a class was found taken last
	for _, i := range order {
		for _, j := range q.Others[q.Start[i]:q.Start[i+1]] {
			if colour[j] >= 0 {
				taken[colour[j]] = i
			}
		}
		c := int32(0)
		for taken[c] == i {
			c++
		}
		colour[i] = c
		classes = max(classes, int(c)+1)
	}
	return classes, colour
}

// put gives each bit its place.
func (l *Layout) put(q *neighbourhood.Pairs, classes int, colour []int32) {
	members := make([][]int32, classes)
	for i, c := range colour {
		members[c] = append(members[c], int32(i))
	}
	l.Place = make([]int32, len(colour))
	l.Classes = make([]int32, 1, classes+1)
	for _, list := range members {
		slices.SortStableFunc(list, func(a, b int32) int {
			return cmp.Compare(q.Start[b+1]-q.Start[b], q.Start[a+1]-q.Start[a])
		})
		for _, i := range list {
			l.Place[i] = int32(len(l.Linear))
			l.Linear = append(l.Linear, int32(q.Linear[i]))
		}
		for len(l.Linear)%lane.WarpSize != 0 {
			l.Linear = append(l.Linear, math.MaxInt32/2) // no flip there is ever taken: its bits stay 0
		}
		l.Classes = append(l.Classes, int32(len(l.Linear)/lane.WarpSize))
	}
}

// list writes the entries of all slices. One that is missing is of weight 0.
func (l *Layout) list(q *neighbourhood.Pairs) {
	bit := slices.Repeat([]int32{-1}, len(l.Linear)) // by place
	for i, at := range l.Place {
		bit[at] = int32(i)
	}
	l.Slices = make([]int32, 1, len(bit)/lane.WarpSize+1)
	for from := 0; from < len(bit); from += lane.WarpSize {
		most := int32(0)
		for _, i := range bit[from : from+lane.WarpSize] {
			if i >= 0 {
				most = max(most, q.Start[i+1]-q.Start[i])
			}
		}
		for k := range most {
			for _, i := range bit[from : from+lane.WarpSize] {
				entry := int32(0)
				if i >= 0 && k < q.Start[i+1]-q.Start[i] {
					at := q.Start[i] + k
					entry = int32(q.Weights[at]/int64(l.Factor))<<otherBits | l.Place[q.Others[at]]
				}
				l.Pairs = append(l.Pairs, entry)
			}
		}
		l.Slices = append(l.Slices, int32(len(l.Pairs)))
	}
}
