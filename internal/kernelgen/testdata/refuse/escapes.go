package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func makes(v int32) *int32 {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	return &w
}

func Escape(_ lane.Thread, x []int32) {
	x[0] = *makes(3)
}

func EscapeCarried(_ lane.Thread, x []int32) {
	zero := int32(0)
	last := &zero
	for i := range x {
		v := x[i] // refused: the address of v is carried into the next turn of a loop; declare it before the loop
		x[i] += *last
		last = &v
	}
}

func adder(n int32) func(int32) int32 { // refused: adder returns a function, which would outlive its variables; call the function where it is made, or hand it down to a function that calls it
	return func(v int32) int32 { n++; return v + n }
}

func EscapeClosure(_ lane.Thread, x []int32) {
	x[0] = adder(3)(4)
}

func EscapeLoop(_ lane.Thread, x []int32) {
	var keep [4]*int32
	for i := range 4 {
		v := int32(i) // refused: the address of v is carried into the next turn of a loop; declare it before the loop
		keep[i] = &v
	}
	x[0] = *keep[0]
}

func fresh() []int32 {
	a := []int32{1, 2, 3} // refused: the address of this value outlives its function; return the value itself, or let the caller pass the variable in
	return a
}

func EscapeSlice(_ lane.Thread, x []int32) {
	x[0] = fresh()[1]
}

func fill(h *holder, v int32) {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	h.p = &w
}

func EscapeStore(_ lane.Thread, x []int32) {
	var h holder
	fill(&h, 3)
	x[0] = *h.p
}

type holder struct{ p *int32 }

func hold(v int32) holder {
	w := v // refused: the address of w outlives its function; return the value itself, or let the caller pass the variable in
	h := holder{p: &w}
	return h
}

func EscapeStruct(_ lane.Thread, x []int32) {
	h := hold(3)
	x[0] = *h.p
}

type teller interface{ tell() int32 }

type dumb struct{ v int32 }

func tells[T any](v T) int32 {
	return any(v).(teller).tell() // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
}

// Undecided asserts what fails, and asks of values that are joined at run time.
func Undecided(_ lane.Thread, x []int32, k int32) {
	x[0] = tells(dumb{k})
	v := any(k) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
	if k > 0 {
		v = any(x[1]) // refused: a kernel has no interface values; make the function generic over a type parameter, whose methods are known at compile time
	}
	if _, ok := v.(teller); ok {
		x[2] = 1 // refused: a kernel has no interface values, and any is one; make the function generic over a type parameter, whose methods are known at compile time
	}
}

type state struct {
	N int32
	X []int32
}

func (s *state) next() { s.N++ }

func LostWrite(_ lane.Thread, s *state) { // refused: the kernel writes fields of s, and each thread has its own copy of it; write elements of its slices, or copy the struct into a variable first
	s.next()
	s.X[0] = s.N
}
