package arith

import "github.com/multiwalk/multiwalk/kernel/lane"

// Mix shows what each kind of operator becomes.
func Mix(t lane.Thread, a, b int32, n uint8, x, y float32, out []int32) {
	out[0] = a + b
	out[1] = a / b
	out[2] = a << n
	out[3] = a >> n
	out[4] = int32(x*y + x)
	if a < b && x < y {
		out[5] = min(a, b)
	}
}
