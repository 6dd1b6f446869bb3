package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type launched struct{ p *int32 }

func inner(t lane.Thread, n int32) {}

func Inner2(t lane.Thread, l launched) {}

func Launches(t lane.Thread, x []int32) {
	lane.Launch(t, inner, 3, 1, 32)                // refused: what is launched here is no kernel of this module; name an exported kernel of the package that is compiled, which is not generic
	lane.Launch(t, Inner2, launched{&x[0]}, 1, 32) // refused: a nested launch cannot pass *int32; pass numbers, slices, and structs of these
}
