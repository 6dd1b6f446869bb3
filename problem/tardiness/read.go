package tardiness

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

const (
	// Prefix begins the names of drawn instances: tardiness:50, and tardiness:50:7 by the seed 7; 1 if none is given.
	Prefix = "tardiness:"
	// mostBytes bounds a file.
	mostBytes = 1 << 27
)

// Read reads all instances of a file as OR-Library has them: the times of all jobs, their weights, and their due dates. How many jobs
// there are a file called wt40 says by its name, and any other by the numbers in its first line. Errors have the file, the line, and what
// is wrong there.
func Read(r io.Reader, file string) (list []*Instance, err error) {
	text, err := bounded.Limit{Most: mostBytes, Remedy: "check that this is jobs with due dates"}.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	n := jobsOf(text, file)
	if n < 1 || n > MostJobs {
		return nil, fmt.Errorf("%s: found %d numbers in the first line; there may be the times of 1 to %d jobs", file, n, MostJobs)
	}
	in := bounded.NewWords(bytes.NewReader(text), file, "times, weights and due dates of jobs", mostBytes)
	for left := len(bytes.Fields(bounded.Unmark(text))); left > 0; left -= 3 * n {
		p, err := read(in, n)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	for k, p := range list {
		if p.name = bounded.NameOf(file); len(list) > 1 {
			p.name = fmt.Sprintf("%s-%d", p.name, k+1)
		}
	}
	return list, in.End(fmt.Sprintf("%d instances of %d jobs", len(list), n))
}

// read reads one instance.
func read(in *bounded.Words, n int) (*Instance, error) {
	var rows [3][]int32
	for k, what := range []string{"time", "weight", "due date"} {
		for i := range n {
			v, err := in.Whole(fmt.Sprintf("the %s of job %d of %d", what, i+1, n), 0, most)
			if err != nil {
				return nil, err
			}
			rows[k] = append(rows[k], int32(v))
		}
	}
	p, err := New("", rows[0], rows[1], rows[2])
	if err != nil {
		return nil, in.Fail("%w", err)
	}
	return p, nil
}

// jobsOf is how many jobs the instances of a file have.
func jobsOf(text []byte, file string) int {
	path, _, _ := strings.Cut(filepath.Base(file), "#")
	if digits, ok := strings.CutPrefix(strings.ToLower(bounded.Stem(path)), "wt"); ok {
		if n, err := strconv.Atoi(digits); err == nil {
			return n
		}
	}
	line, _, _ := bytes.Cut(bytes.TrimLeft(bounded.Unmark(text), " \t\r\n"), []byte("\n"))
	return len(bytes.Fields(line))
}

// Fits says whether a text is rows of as many whole numbers from 0 on, four at least, and three rows or six and so on.
func Fits(text []byte) bool {
	rows, n := 0, 0
	for line := range bytes.Lines(bounded.Unmark(text)) {
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		if rows++; rows == 1 {
			n = len(words)
		}
		if len(words) != n || n < 4 {
			return false
		}
		for _, w := range words {
			if v, err := bounded.Whole(w); err != nil || v < 0 || v > most {
				return false
			}
		}
	}
	return rows > 0 && rows%3 == 0
}

// Part returns the instance of a number from 1 of a file of several, as a text of one.
func Part(text []byte, file string, number int) ([]byte, error) {
	list, err := Read(bytes.NewReader(text), file)
	if err != nil {
		return nil, err
	}
	if err := bounded.Numbered(file, number, len(list)); err != nil {
		return nil, err
	}
	var rows [3][]byte
	for _, j := range list[number-1].jobs {
		for k, v := range []int32{j.time, j.weight, j.due} {
			rows[k] = strconv.AppendInt(append(rows[k], ' '), int64(v), 10)
		}
	}
	return append(bytes.Join(rows[:], []byte("\n")), '\n'), nil
}

// Named draws the instance that a name with the prefix stands for.
func Named(text, file string) (*Instance, error) {
	sizes, seed, err := bounded.Drawn(strings.TrimPrefix(text, Prefix), "number of jobs")
	if err != nil || sizes[0] < 1 || sizes[0] > MostJobs {
		return nil, fmt.Errorf("tardiness: %s: give a number of jobs from 1 to %d, and a seed if you like, such as %s50:7", file, MostJobs, Prefix)
	}
	return Draw(sizes[0], seed), nil
}

// Draw draws jobs as Potts and Van Wassenhove do ("A branch and bound algorithm for the total weighted tardiness problem", 1985), three in
// five of which will be late: times are uniform in [1, 100], weights in [1, 10].
func Draw(n int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	p, total := &Instance{jobs: make([]job, n), name: fmt.Sprintf("tardiness-%d-seed%d", n, seed)}, int32(0)
	for k := range p.jobs {
		p.jobs[k] = job{time: int32(1 + r.IntN(100)), weight: int32(1 + r.IntN(10))}
		total += p.jobs[k].time
	}
	for k := range p.jobs {
		p.jobs[k].due = total/10 + int32(r.IntN(int(total)*6/10+1)) // from 0.4 of the total, less and more 0.3 of it
	}
	return p
}

// WriteSolution writes the jobs in their order, from 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteOrder(w, x) }

// ReadSolution reads the jobs in their order, from 1 or from 0 on.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadOrder(r, file, "an order of the jobs", len(p.jobs))
}
