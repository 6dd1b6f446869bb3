package jobshop

import (
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/taillard"
)

// mostBytes bounds a file.
const mostBytes = 1 << 28

// Read reads an instance in the form of the field: the numbers of jobs and machines, and a row for each job, of machines, from 0 on, each
// with a time. Lines that begin with # are comments. Errors have the file, the line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	in := bounded.NewWords(r, file, "a job shop: jobs, machines, and a row of machines and times for each job", mostBytes)
	in.Comments = "#"
	n, err := in.Whole("the number of jobs", 1, MostOperations)
	if err != nil {
		return nil, err
	}
	m, err := in.Whole("the number of machines", 1, MostOperations/n)
	if err != nil {
		return nil, err
	}
	machine, times, err := rows(in, int(n), int(m))
	if err != nil {
		return nil, err
	}
	if err := in.End(fmt.Sprintf("the rows of %d jobs", n)); err != nil {
		return nil, err
	}
	return New(bounded.Stem(file), int(n), int(m), machine, times)
}

// rows reads the machines and the times of all jobs.
func rows(in *bounded.Words, jobs, machines int) (machine, times []int32, err error) {
	seen, sum := map[int64]int{}, int64(0) // the job that has been on a machine last, from 1
	for k := range jobs * machines {
		job, step := k/machines+1, k%machines+1
		in.Remedy = "machines have numbers from 0; if yours begin with 1, take 1 off each"
		m, err := in.Whole(fmt.Sprintf("machine %d of job %d", step, job), 0, int64(machines-1))
		if err != nil {
			return nil, nil, err
		}
		if seen[m] == job {
			return nil, nil, in.Fail("job %d goes to machine %d twice; it must go to each once", job, m)
		}
		seen[m] = job
		in.Remedy = ""
		t, err := in.Whole(fmt.Sprintf("the time of job %d on machine %d", job, m), 0, mostTime)
		if err != nil {
			return nil, nil, err
		}
		if sum += t; sum > mostTime {
			return nil, nil, in.Fail("all times so far add up to %d, and at most %d is allowed: scale the times", sum, mostTime)
		}
		machine, times = append(machine, int32(m)), append(times, int32(t))
	}
	return machine, times, nil
}

// Fits says whether a text is jobs, machines, and then a row for each job with as many pairs as there are machines.
func Fits(text []byte) bool {
	jobs, rows := taillard.Pairs(text, func(int, []byte) bool { return true })
	return rows > 0 && rows == jobs
}
