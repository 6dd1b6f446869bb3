package kernelgen

import "github.com/multiwalk/multiwalk/kernel/lane"

// zeroThread stands for the thread of kernels that ask it nothing.
var zeroThread lane.Thread
