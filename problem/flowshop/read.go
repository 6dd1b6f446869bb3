package flowshop

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/taillard"
)

// mostBytes bounds a file.
const mostBytes = 1 << 28

// Read reads one instance as Vallada, Ruiz and Framinan publish theirs: the numbers of jobs and machines, and then a row of times for each
// machine; or, as their own site has them, a row of machines and times for each job, such as 0 54 1 79 2 16 ("New hard benchmark for
// flowshop scheduling problems minimising makespan", 2015). Errors have the file, the line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	text, err := bounded.Limit{Most: mostBytes, Remedy: "check that this is a flow shop"}.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	kind := "a flow shop: jobs, machines, and the times of all jobs on each machine"
	in := reader{bounded.NewWords(bytes.NewReader(text), file, kind, mostBytes)}
	in.Comments = "#"
	jobs, machines, err := in.sizes()
	if err != nil {
		return nil, err
	}
	var times []int32
	if Paired(text) {
		times, err = in.pairs(jobs, machines)
	} else {
		times, err = in.rows(jobs, machines)
	}
	if err != nil {
		return nil, err
	}
	return newInstance(stem(file), jobs, machines, times), in.End(fmt.Sprintf("the times of %d jobs on %d machines", jobs, machines))
}

// ReadTaillard reads all instances of a file of Taillard's, each after a line of words, with his seed and his bounds.
func ReadTaillard(r io.Reader, file string) (list []*Instance, err error) {
	in := reader{bounded.NewWords(r, file, "a file of Taillard's flow shops", mostBytes)}
	if err := in.skip(title); err != nil {
		return nil, err
	}
	for {
		p, err := in.taillard()
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		if word, err := in.Next(); errors.Is(err, io.EOF) {
			return named(list, file), nil
		} else if err != nil || string(word) != title[0] {
			return nil, in.Fail("found %q after instance %d, where the next one, beginning with %q, or the end should be", word,
				len(list), strings.Join(title, " "))
		}
		if err := in.skip(title[1:]); err != nil {
			return nil, err
		}
	}
}

// title are the words before each instance of a file of Taillard's, without commas.
var title = strings.Fields("number of jobs number of machines initial seed upper bound and lower bound :")

// SniffTaillard says whether a text begins as a file of Taillard's.
func SniffTaillard(text []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(bounded.Unmark(text), "\r\n"), []byte("\n"))
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(string(line[:min(len(line), 200)]))), "number of jobs, number of machines")
}

// reader reads one text.
type reader struct{ *bounded.Words }

// skip reads words that must be there. A colon may stand at the word before it.
func (in reader) skip(words []string) error {
	for _, want := range words {
		word, err := in.Next()
		if err != nil || !strings.EqualFold(strings.TrimSuffix(string(word), ":"), strings.TrimSuffix(want, ":")) {
			return in.Fail("found %q where %q should be: check that this is %s", word, want, in.Kind)
		}
	}
	return nil
}

// sizes reads the numbers of jobs and machines.
func (in reader) sizes() (jobs, machines int, err error) {
	n, err := in.Whole("the number of jobs", 1, MostJobs)
	if err != nil {
		return 0, 0, err
	}
	m, err := in.Whole("the number of machines", 1, min(MostMachines, mostTimes/n))
	return int(n), int(m), err
}

// rows reads a row of times for each machine.
func (in reader) rows(jobs, machines int) ([]int32, error) {
	read := make([]int32, 0, min(jobs*machines, 1<<12))
	for k := range jobs * machines {
		t, err := in.Whole(fmt.Sprintf("the time of job %d on machine %d", k%jobs+1, k/jobs+1), 0, int64(mostTime(jobs, machines)))
		if err != nil {
			return nil, err
		}
		read = append(read, int32(t))
	}
	times := make([]int32, len(read))
	for k, t := range read {
		times[k%jobs*machines+k/jobs] = t
	}
	return times, nil
}

// pairs reads a row of machines and times for each job.
func (in reader) pairs(jobs, machines int) ([]int32, error) {
	times := make([]int32, 0, min(jobs*machines, 1<<12))
	for k := range jobs * machines {
		job, m := k/machines+1, int64(k%machines)
		if _, err := in.Whole(fmt.Sprintf("machine %d of job %d", m, job), m, m); err != nil {
			return nil, err
		}
		t, err := in.Whole(fmt.Sprintf("the time of job %d on machine %d", job, m), 0, int64(mostTime(jobs, machines)))
		if err != nil {
			return nil, err
		}
		times = append(times, int32(t))
	}
	return times, nil
}

// taillard reads what comes behind the title.
func (in reader) taillard() (*Instance, error) {
	jobs, machines, err := in.sizes()
	if err != nil {
		return nil, err
	}
	seed, err := in.Whole("the seed", 0, taillard.Modulus)
	if err != nil {
		return nil, err
	}
	for _, bound := range []string{"the upper bound", "the lower bound"} {
		if _, err := in.Whole(bound, 0, mostDone); err != nil {
			return nil, err
		}
	}
	if err := in.skip(strings.Fields("processing times :")); err != nil {
		return nil, err
	}
	times, err := in.rows(jobs, machines)
	if err != nil {
		return nil, err
	}
	p := newInstance(names.Of(jobs, machines, seed), jobs, machines, times)
	if p.name != "" {
		if same, err := Taillard(jobs, machines, seed); err != nil || !slices.Equal(times, same.Times) {
			p.name = "" // somebody changed it
		}
	}
	return p, nil
}

// named gives a name to instances of a file that are not among Taillard's 120.
func named(list []*Instance, file string) []*Instance {
	for k, p := range list {
		switch {
		case p.name != "":
		case len(list) == 1:
			p.name = stem(file)
		default:
			p.name = fmt.Sprintf("%s-%d", stem(file), k+1)
		}
	}
	return list
}

// Part returns the instance of a number from 1 of a file of Taillard's, as a text of one instance with the same lines.
func Part(text []byte, file string, number int) ([]byte, error) {
	var starts []int // of the instances
	for at := 0; at < len(text); {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		if SniffTaillard(line) {
			starts = append(starts, at)
		}
		at += len(line) + 1
	}
	if len(starts) == 0 {
		return nil, fmt.Errorf("flowshop: %s: only a file of Taillard's has several instances", file)
	}
	if number < 1 || number > len(starts) {
		return nil, fmt.Errorf("flowshop: %s: there is no instance %d; it holds %d, #1 to #%[3]d", file, number, len(starts))
	}
	at, end := starts[number-1], len(text)
	if number < len(starts) {
		end = starts[number]
	}
	return append(bytes.Repeat([]byte("\n"), bytes.Count(text[:at], []byte("\n"))), text[at:end]...), nil
}

// Numbered returns which instance of a file of Taillard's has a name, from 1, or 0.
func Numbered(text []byte, name string) int {
	list, _ := ReadTaillard(bytes.NewReader(text), name)
	return 1 + slices.IndexFunc(list, func(p *Instance) bool { return p.name == name })
}

// Paired says whether a text is jobs, machines, and then a row for each job: all machines from 0 on, each with a time.
func Paired(text []byte) bool {
	_, rows := taillard.Pairs(text, func(m int, word []byte) bool { return string(word) == strconv.Itoa(m) })
	return rows > 0
}

// stem is a file's name without folder and ending, and with the number of FILE#3.
func stem(file string) string {
	path, number, numbered := strings.Cut(file, "#")
	if name := bounded.Stem(path); !numbered {
		return name
	} else {
		return name + "-" + number
	}
}

// WriteSolution writes the jobs in their order, from 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error { return bounded.WriteOrder(w, x) }

// ReadSolution reads the jobs in their order, from 1 or from 0 on.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return bounded.ReadOrder(r, file, "an order of the jobs", int(p.Jobs))
}
