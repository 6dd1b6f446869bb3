// Package draw has what kernels of several families draw.
package draw
