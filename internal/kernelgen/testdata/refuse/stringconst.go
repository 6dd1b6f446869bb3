package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

func takes(s string) int32 { return int32(len(s)) }

func StringConst(_ lane.Thread, x []int32) {
	x[0] = takes("abc") // refused: a kernel has no strings; leave text to the host, and number what the kernel tells apart
}
