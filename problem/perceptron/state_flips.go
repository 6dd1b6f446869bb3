package perceptron

import "math/bits"

// Several flips are priced as one is: the set of a level becomes what they bring there from the levels around it. Two flips take
// up by two levels the rows that both take up, down by two those that neither does, and leave the others; three flips move rows by
// three levels or by one.

// Flip2Delta is O(levels with rows * m/64).
func (s *state) Flip2Delta(i, j int32) int64 {
	words, by := s.p.words, s.by
	for k, a := range s.rising(i) {
		by[3*k] = a
	}
	for k, b := range s.rising(j) {
		a := by[3*k]
		by[3*k], by[3*k+1], by[3*k+2] = a&b, a^b, ^(a | b)
	}
	sum := s.p.empty - s.cost
	from, to := s.span(2)
	at, charges := (from+margin)*words, s.p.charge[from*s.p.stride:]
	for range to - from + 1 {
		count, around := 0, s.rows[at-2*words:at+3*words]
		for k := range words {
			m := by[3*k:][:3]
			count += bits.OnesCount64(around[k]&m[0] | around[2*words+k]&m[1] | around[4*words+k]&m[2])
		}
		sum += int64(charges[count])
		at, charges = at+words, charges[min(s.p.stride, len(charges)):]
	}
	return sum
}

// Flip3Delta is O(levels with rows * m/64).
func (s *state) Flip3Delta(i, j, k int32) int64 {
	words, by := s.p.words, s.by
	for w, a := range s.rising(i) {
		by[4*w] = a
	}
	for w, b := range s.rising(j) {
		by[4*w+1] = b
	}
	for w, c := range s.rising(k) {
		a, b := by[4*w], by[4*w+1]
		all, none, odd := a&b&c, ^(a | b | c), a^b^c
		by[4*w], by[4*w+1], by[4*w+2], by[4*w+3] = all, ^(odd | none), odd&^all, none
	}
	sum := s.p.empty - s.cost
	from, to := s.span(3)
	at, charges := (from+margin)*words, s.p.charge[from*s.p.stride:]
	for range to - from + 1 {
		count, around := 0, s.rows[at-3*words:at+4*words]
		for w := range words {
			m := by[4*w:][:4]
			count += bits.OnesCount64(around[w]&m[0] | around[2*words+w]&m[1] | around[4*words+w]&m[2] | around[6*words+w]&m[3])
		}
		sum += int64(charges[count])
		at, charges = at+words, charges[min(s.p.stride, len(charges)):]
	}
	return sum
}
