package neighbourhood

import "github.com/multiwalk/multiwalk"

// Shopper is a job shop whose solutions are orders of all operations, of which an element names only the job: where a job stands for the k-th
// time, it is its k-th operation. Its cost is the makespan. On a GPU tabu search takes it as it is.
type Shopper interface {
	multiwalk.Problem
	// Shop is read-only, and does not change.
	Shop() Shop
}

// Shop is a job shop. Operation k of job j is number j*Machines+k; those that take no time come first of each job.
type Shop struct {
	Jobs, Machines int32
	Machine, Times []int32 // of each operation
	Near           int32   // which moves of a critical block there are: by N5, 0; by N6, 1; by N7, 2
}
