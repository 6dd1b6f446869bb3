package fleet

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
)

// ModuleOf returns the kernels of a problem, among which these must be. The error says what is missing.
func ModuleOf(p any, names ...string) (kernel.Module, error) { return moduleOf(p, "", names) }

// PermutationModule is ModuleOf for kernels that swap the elements of a permutation. why goes behind the name of a kernel
// that is missing: what its type then lacks.
func PermutationModule(p multiwalk.Problem, why string, names ...string) (kernel.Module, error) {
	if p.Space().Kind() != multiwalk.KindPermutation {
		return kernel.Module{}, fmt.Errorf("there are none for a %v", p.Space())
	}
	m, err := moduleOf(p, why, names)
	if n := p.Space().Len(); err == nil && n < 2 {
		err = fmt.Errorf("a permutation of %d has no swaps", n)
	}
	return m, err
}

func moduleOf(p any, why string, names []string) (kernel.Module, error) {
	c, ok := p.(kernel.Carrier)
	if !ok {
		return kernel.Module{}, fmt.Errorf("%T is no kernel.Carrier; see multiwalk kernel gen", p)
	}
	m, err := c.Kernels()
	if err != nil {
		return m, err
	}
	for _, name := range names {
		if m.Entries[name].Func == nil {
			return m, fmt.Errorf("its module lacks %s%s; see multiwalk kernel check", name, why)
		}
	}
	return m, nil
}

// MatrixOf returns how many products price a swap of the module's problem, and the bytes of a delta, if its deltas can be
// kept in a matrix; else 0 and 0.
func MatrixOf(m kernel.Module) (products, bytes int) {
	switch x := m.Problem.(type) {
	case kernel.TabuSwapper[int32]:
		return int(x.Products()), 4
	case kernel.TabuSwapper[int64]:
		return int(x.Products()), 8
	}
	return 0, 0
}
