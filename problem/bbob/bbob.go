package bbob

import "fmt"

// New returns instance i of function f, from 1 to 24, in n dimensions.
func New(f, n, i int) (*Instance, error) { return nil, fmt.Errorf("not yet: %d %d %d", f, n, i) }
