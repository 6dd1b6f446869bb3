package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type nest0 struct{ A, B int32 }
type nest1 struct{ A, B nest0 }
type nest2 struct{ A, B nest1 }
type nest3 struct{ A, B nest2 }
type nest4 struct{ A, B nest3 }
type nest5 struct{ A, B nest4 }
type nest6 struct{ A, B nest5 }
type nest7 struct{ A, B nest6 }
type nest8 struct{ A, B nest7 }
type nest9 struct{ A, B nest8 }
type nest10 struct{ A, B nest9 }
type nest11 struct{ A, B nest10 }
type nest12 struct{ A, B nest11 }
type nest13 struct{ A, B nest12 }
type nest14 struct{ A, B nest13 }

// Nested has 2^15 numbers in a struct, each of whose fields has two.
func Nested(t lane.Thread, x []nest14, y []int32) { // refused: refuse.nest14 has more than 1024 fields, those of its fields included; use arrays in place of fields, or several slices
	y[0] = int32(len(x))
}
