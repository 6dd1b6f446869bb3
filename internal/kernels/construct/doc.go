// Package construct has the kernels that draw successors of states by a user's heuristic.
package construct
