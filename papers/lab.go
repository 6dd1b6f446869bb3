package papers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/cores"
)

// Where says what a system runs on.
type Where int

// The places.
const (
	OneCore     Where = iota // one walk
	OwnThreads               // one walk, which starts threads of its own
	AllCores                 // one walk a core
	GPU                      // the accelerator, whatever it is
	OneGPU                   // the first machine of the accelerator
	AllGPUs                  // the accelerator where it has several machines
	CoresAndGPU              // all cores but one, and the first machine of the accelerator
)

// String returns the place's words in heads of tables.
func (w Where) String() string {
	return [...]string{"one core", "threads", "all cores", "GPU", "one GPU", "all GPUs", "cores and GPU"}[w]
}

// One is the place that another one is made of, several times.
func (w Where) One() Where {
	switch w {
	case AllGPUs:
		return OneGPU
	case AllCores:
		return OneCore
	}
	return w
}

// System is what a paper compares: an implementation on a part of the machine.
type System interface {
	Keyed
	Place() Where
}

// Base is what systems of all papers have.
type Base struct {
	ID    string // in the command and in files
	Title string // in tables, beside the place's
	Where Where
}

// At is a system's base.
func At(id, title string, where Where) Base { return Base{id, title, where} }

func (b Base) Key() string    { return b.ID }
func (b Base) String() string { return b.Title }
func (b Base) Place() Where   { return b.Where }

// Setup is what the labs of all papers are told. The zero value of every field has a meaning.
type Setup[S System] struct {
	Systems []S    // nil: the paper's
	Seed    uint64 // trial k runs with Seed + k
	Cores   int    // that CPU systems may use; 0: all
	// Jobs is how many trials of one core run at the same time; 0: one for each physical core, and one alone where their number
	// is not known. Two on the hyperthreads of a core would be about half as fast.
	Jobs  int
	Shown bool // nothing is run: all results are a journal's
	// Accelerator is where GPU systems run; nil leaves their figures out.
	Accelerator multiwalk.Device
	Log         func(string) // is told what was run; nil: nobody
	Data        string       // the folder of published instances

	first multiwalk.Device // machine of the accelerator
	known int              // cores that are known to be there, hyperthreads not counted; 0: it is not known
}

// Fill puts defaults in place of zeros: systems by their IDs, as named returns them, and jobs, if they are not 0.
func (s *Setup[S]) Fill(named func(ids []string) ([]S, error), ids []string, jobs int) (err error) {
	if s.Systems == nil {
		if s.Systems, err = named(ids); err != nil {
			return err
		}
	}
	if s.Log == nil {
		s.Log = func(string) {}
	}
	s.Cores = cmp.Or(s.Cores, device.CPU(0).Workers())
	s.known = cores.Physical()
	s.jobs(jobs)
	s.first, err = first(s.Accelerator)
	return err
}

// jobs puts the default of Jobs in place of 0.
func (s *Setup[S]) jobs(asked int) { s.Jobs = cmp.Or(s.Jobs, asked, max(1, min(s.Cores, s.known))) }

// first returns the first machine of an accelerator.
func first(d multiwalk.Device) (multiwalk.Device, error) {
	if d == nil || d.Workers() < 2 {
		return d, nil
	}
	name, _, _ := strings.Cut(d.String(), ",") // of gpu:0,1
	if strings.HasPrefix(name, "emulator") {
		name = "emulator"
	}
	return device.Named(name) // d may only stand for what a journal names
}

// Device returns what a place is; nil where there is none.
func (s *Setup[S]) Device(w Where) multiwalk.Device {
	switch w {
	case AllCores:
		return device.CPU(s.Cores)
	case GPU:
		return s.Accelerator
	case OneGPU:
		return s.first
	case CoresAndGPU:
		if first, ok := s.first.(multiwalk.Accelerator); ok {
			return device.Both(device.CPU(max(1, s.Cores-1)), first)
		}
		return nil
	case AllGPUs:
		if s.Accelerator == nil || s.Accelerator.Workers() < 2 {
			return nil
		}
		return s.Accelerator
	}
	return device.CPU(1)
}

// Settings are those of a trial of a system but for its stop criteria.
func (s *Setup[S]) Settings(system S, number int) multiwalk.Settings {
	walks := 1
	switch system.Place() {
	case AllCores:
		walks = s.Cores
	case GPU, OneGPU, AllGPUs, CoresAndGPU:
		walks = 0
	}
	return multiwalk.Settings{Seed: s.Seed + uint64(number), Device: s.Device(system.Place()), Walks: walks}
}

// JobsOf is how many trials of a system run at the same time.
func (s *Setup[S]) JobsOf(system S) int {
	if system.Place() == OneCore {
		return s.Jobs
	}
	return 1
}

// JobsNote says how many trials of one core ran at the same time, or nothing where that is not known.
func (s *Setup[S]) JobsNote() []string {
	switch {
	case s.Shown:
		return nil
	case s.Jobs == 1:
		return []string{"Trials of one core: one at a time."}
	case s.Jobs <= s.known:
		return []string{fmt.Sprintf("Trials of one core: %d at a time, each with a core of its own.", s.Jobs)}
	default:
		return []string{fmt.Sprintf("Trials of one core: %d at a time (--jobs), and it is not known that there are as many cores; "+
			"hyperthreads that share one slow each other.", s.Jobs)}
	}
}

// System returns the first of the systems that has one of the IDs.
func (s *Setup[S]) System(ids ...string) (system S, ok bool) {
	for _, id := range ids {
		if list, err := Pick("system", s.Systems, []string{id}); err == nil {
			return list[0], true
		}
	}
	return system, false
}

// Runs says whether a system has something to run on.
func (s *Setup[S]) Runs(system S) bool { return s.Device(system.Place()) != nil }

// Has says whether there is a system of the ID that has something to run on.
func (s *Setup[S]) Has(id string) bool {
	system, ok := s.System(id)
	return ok && s.Runs(system)
}

// Here returns the systems that have something to run on.
func (s *Setup[S]) Here() []S {
	return slices.DeleteFunc(slices.Clone(s.Systems), func(system S) bool { return !s.Runs(system) })
}

// Ascend says whether numbers do, from one on and up to another.
func Ascend(list []int, from, most int) bool {
	for _, v := range list {
		if v < from || v > most {
			return false
		}
		from = v + 1
	}
	return true
}

// Lab keeps what came out of trials: T names a trial, and R is its result. A journal keeps it too, if one was opened. It
// is safe for concurrent use.
type Lab[T comparable, R interface{ Key() T }] struct {
	mutex   sync.Mutex
	results []R // in the order in which they came
	at      map[T]int
	journal *Journal
	// Columns are those of journals, "" all that results have: see columnsOf. What has no column is not kept.
	Columns string
}

// Resume takes up the results in the journal of a file, or makes a new one: see OpenJournal. What comes from now on is
// added to it.
func (l *Lab[T, R]) Resume(file string, settings any) error {
	columns := columnsOf[R](l.Columns)
	j, err := OpenJournal(file, settings, names(columns))
	if err != nil {
		return err
	}
	for i, line := range j.known {
		r, err := parse[R](columns, line)
		if err != nil {
			return unreadable(j.name, fmt.Errorf("result %d: %w", i+1, err))
		}
		l.Take(r)
	}
	l.journal = j
	return nil
}

// Begin begins the journal, if there is one: see Journal.
func (l *Lab[T, R]) Begin() error {
	if l.journal == nil {
		return nil
	}
	return l.journal.Begin()
}

// Close closes the journal.
func (l *Lab[T, R]) Close() error {
	if l.journal == nil {
		return nil
	}
	return l.journal.Close()
}

// Take takes a result up, and returns false if there is one of its trial: journals of several machines may have been put
// together.
func (l *Lab[T, R]) Take(r R) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, ok := l.at[r.Key()]; ok {
		return false
	}
	if l.at == nil {
		l.at = map[T]int{}
	}
	l.at[r.Key()] = len(l.results)
	l.results = append(l.results, r)
	return true
}

// Keep takes a new result up and writes it to the journal, unless it was interrupted.
func (l *Lab[T, R]) Keep(r R) error {
	columns := columnsOf[R](l.Columns)
	if l.Columns != "" {
		r = only(columns, r)
	}
	interrupted, ok := any(r).(interface{ Interrupted() bool })
	if !l.Take(r) || l.journal == nil || ok && interrupted.Interrupted() {
		return nil
	}
	return l.journal.Add(fields(columns, r))
}

// Result returns what came out of a trial.
func (l *Lab[T, R]) Result(t T) (r R, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	i, ok := l.at[t]
	if ok {
		r = l.results[i]
	}
	return r, ok
}

// Results returns all results that meet a condition, in the order in which they came; nil stands for no condition.
func (l *Lab[T, R]) Results(where func(R) bool) []R {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var list []R
	for _, r := range l.results {
		if where == nil || where(r) {
			list = append(list, r)
		}
	}
	return list
}

// Run runs those of the trials that have no result, in order and several at a time, until one fails, ctx ends or there are
// enough.
func (l *Lab[T, R]) Run(ctx context.Context, jobs int, trials []T, enough func() bool, one func(T) error) error {
	var group sync.WaitGroup
	var mutex sync.Mutex
	var failed error // guarded by mutex
	slots := make(chan struct{}, jobs)
	stops := func() bool {
		mutex.Lock()
		defer mutex.Unlock()
		return failed != nil || ctx.Err() != nil || enough()
	}
	for _, t := range trials {
		if _, known := l.Result(t); known {
			continue
		}
		slots <- struct{}{}
		if stops() {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			if err := one(t); err != nil {
				mutex.Lock()
				failed = errors.Join(failed, err)
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return failed
}

// Title is a place in heads of tables: how many all cores are, and all GPUs.
func (s *Setup[S]) Title(w Where) string {
	switch w {
	case AllCores:
		return fmt.Sprintf("%d cores", s.Cores)
	case AllGPUs:
		if d := s.Device(w); d != nil {
			return fmt.Sprintf("%d GPUs", d.Workers())
		}
		return "2 GPUs"
	}
	return w.String()
}
