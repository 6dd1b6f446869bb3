package costas

import "github.com/multiwalk/multiwalk"

// vectors is an array with how often each vector is there, which makes the delta of a swap O(n). It is a state.SwapFollower.
type vectors struct {
	p    *Instance
	x    []int32
	seen []int32 // by gap-1, and by the difference of the rows + n
}

// NewState returns the counts at x.
func (p *Instance) NewState(x []int32) multiwalk.State {
	s := &vectors{p: p, x: make([]int32, p.n), seen: make([]int32, p.gaps()*2*p.n)}
	s.Reset(x)
	return s
}

func (s *vectors) Reset(x []int32) {
	copy(s.x, x)
	clear(s.seen)
	for gap := int32(1); gap <= s.p.gaps(); gap++ {
		for k := gap; k < s.p.n; k++ {
			s.count(k-gap, k, 1)
		}
	}
}

func (s *vectors) Swap(i, j int32) { s.swap(i, j) }

// SwapDelta implements state.SwapFollower: it makes the swap, and takes it back.
func (s *vectors) SwapDelta(i, j int32) int64 {
	d := s.swap(i, j)
	s.swap(i, j)
	return d
}

// swap exchanges two rows and returns the delta.
func (s *vectors) swap(i, j int32) int64 {
	d := s.all(i, j, -1)
	s.x[i], s.x[j] = s.x[j], s.x[i]
	return d + s.all(i, j, 1)
}

// all counts the vectors from and to both columns, once each.
func (s *vectors) all(i, j, by int32) (d int64) {
	n := s.p.n
	for gap := int32(1); gap <= s.p.gaps(); gap++ {
		if i >= gap && i-gap != j {
			d += s.count(i-gap, i, by)
		}
		if i+gap < n && i+gap != j {
			d += s.count(i, i+gap, by)
		}
		if j >= gap {
			d += s.count(j-gap, j, by)
		}
		if j+gap < n {
			d += s.count(j, j+gap, by)
		}
	}
	return d
}

// count takes the vector from column i to column k out, by -1, or puts it in, by 1. It returns what the array costs more then.
func (s *vectors) count(i, k, by int32) int64 {
	gap := k - i
	c := &s.seen[(gap-1)*2*s.p.n+s.x[k]-s.x[i]+s.p.n]
	least := min(*c, *c+by)
	*c += by
	if least == 0 {
		return 0
	}
	return int64(by) * s.p.weight(gap)
}
