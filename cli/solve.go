package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

type solveCmd struct {
	File     string   `arg:"" help:"Instance file, ${document}${instance}or - for the standard input."`
	Problem  string   `placeholder:"NAME" help:"Problem of the file, if it is not to be told from the content: see ${program} problems."`
	Open     bool     `only:"hpp" help:"Seek the shortest open path through all cities (a Hamiltonian path) in place of a closed tour: --problem hpp."`
	OpenEnds []int64  `only:"hpp" placeholder:"A,B" help:"Seek the shortest open path that begins at city A and, if B is given, ends at city B, as the file numbers them: --problem hpp:A,B."`
	Method   string   `default:"auto" help:"Method: auto, or one that ${program} methods lists."`
	Set      []string `sep:"none" placeholder:"KEY=VALUE" help:"Change a setting of the method, any number of times."`

	Device  string `default:"auto" help:"Where to run: auto (a GPU where it gains; both together for problems that no rule knows, unless --evaluations, --work or --walks are given), cpu (all cores), cpu:N, gpu (the first), gpu:0,1, gpu:all, emulator (a GPU's kernels on the CPU, for tests), or cores and GPUs together: cpu+gpu (all cores but one for each GPU, and the first GPU), cpu:8+gpu:0,1. On other machines: cluster:HOST, as ${program} serve prints it; gpus@cluster:HOST or gpus:N@cluster:HOST on the GPUs that they lend."`
	Workers int    `placeholder:"N" help:"Walks that run at the same time. (default: one for each core; a GPU ignores it)"`
	Walks   int    `placeholder:"N" help:"Searches side by side. (default: on cores one for each worker, or a single one under --evaluations or --work; on a GPU the method chooses. On cores and GPUs together each core has one, and the GPUs have the rest.)"`
	Seed    uint64 `default:"1" help:"Seed of all random numbers; equal seeds give equal runs."`
	Start   string `placeholder:"FILE" help:"Start from the solution in this file: one of the problem's own format, or a record of runs on the instance, of which the best counts; - is the standard input."`
	stopFlags
	outputFlags
	costFlags
}

// outputFlags say what a run leaves behind, and what it shows.
type outputFlags struct {
	Checkpoint      string        `placeholder:"FILE" help:"Keep the state of the run in FILE, now and then and at its end, so that ${program} resume FILE goes on from there."`
	CheckpointEvery time.Duration `placeholder:"DURATION" help:"How often. (default: 30s)"`
	Out             string        `placeholder:"FILE" help:"Write the solution, in the problem's own format; - is the standard output, and the summary then goes to the standard error."`
	Answer          string        `only:"maxsat" placeholder:"FORM" help:"Answer as solvers do in the SAT competitions and MaxSAT evaluations: lines c, o, s and v, to the standard output or to --out, and their exit codes, 10 satisfiable, 20 unsatisfiable, 30 optimum found, 0 unknown. FORM is that of the values: literals, or word, such as v 0110. For problem maxsat."`
	Record          string        `placeholder:"FILE" help:"Write a record of the run, as JSON lines. During the run each new best solution is written to it. If FILE is there already, they go to FILE.live, and FILE is replaced at the end. - is the standard output, at the end."`
	Logical         bool          `help:"Leave the machine and all times out of the record, so that equal runs give equal files."`
	Plot            string        `placeholder:"FILE" help:"Draw the solution; the ending says in which format."`
	Live            liveAddress   `placeholder:"HOST:PORT" json:"-" help:"Show a page of the run while it goes on: on this machine alone, or, with --live=HOST:PORT, where it says, for who has the token."`
	JSON            bool          `help:"Print one JSON object, and nothing else, to the standard output."`
	Quiet           bool          `short:"q" help:"Do not report progress."`
}

// job is a run that is ready to start.
type job struct {
	cmd      *solveCmd
	program  *Program
	console  *console.Console
	in       *problem.Instance
	content  []byte      // of the instance, as it was read: what it came from may not give it again
	source   fs.FileInfo // of the instance's file before it was read; nil if it has none
	method   walk.Method
	settings multiwalk.Settings
	header   record.Header
	begun    bool             // the run has an incumbent
	live     *record.Live     // nil if no record was asked for
	feed     *record.Feed     // nil if nobody watches
	over     func(report)     // is told of the end; nil: nobody is
	lock     *checkpoint.Lock // of the checkpoint; nil if none was asked for
	demo     bool
	demoPlot bool          // it was not the user who asked for a picture
	deadline time.Duration // 0 if there is no time limit

	prints     map[string]string // of the files that the run writes, as its checkpoint has them
	same       bool              // the run goes on in the checkpoint that it is resumed from
	replaced   fs.FileInfo       // of what was in the place of the checkpoint before the run, if it is another's
	unkept     bool              // the last checkpoint could not be written
	sameTarget bool              // the target is that of the run that this one goes on with
	unlimited  bool              // by any flag, so that the deadline is our own idea
	wanted     walk.Method       // nil: any
	unasked    bool              // it was not the user who chose a GPU
	heard      chan string       // of other machines, for progress
	notes      []string          // about the instance, the device and the picture, for progress
}

// Run solves an instance, checks the answer, and writes what was asked for.
func (s *solveCmd) Run(c *console.Console, p *Program) error {
	leave, err := s.ask(c, p)
	if err != nil {
		return err
	}
	defer leave()
	j, err := s.prepare(c, p)
	if err != nil {
		return err
	}
	return j.run()
}

// run runs until it is over or interrupted.
func (j *job) run() error {
	ctx, release := j.console.Interruptible()
	defer release()
	if j.cmd.Live != "" {
		return j.watched(ctx)
	}
	return j.runUntil(ctx)
}

// runUntil runs until it is over or the context is done.
func (j *job) runUntil(ctx context.Context) error {
	progress := newProgress(j)
	defer j.release()
	j.settings.Observe = func(e multiwalk.Event) { j.observe(progress, e) }
	res, runErr := j.minimize(ctx, progress)
	j.tell(progress)
	progress.end()
	if errors.Is(runErr, multiwalk.ErrNoIncumbent) {
		return console.Missed(runErr)
	}
	if runErr != nil && !j.begun && (res == nil || res.Walk < 0) {
		return j.withMethods(runErr)
	}
	if runErr != nil && (res == nil || res.Best == nil) {
		return runErr
	}
	if j.settings.Resume != nil && !j.begun {
		return console.Missed(fmt.Errorf("%s before the run was taken up, so everything is as it was; give it more --time", statusText(res)))
	}
	if saved := j.settings.Resume; saved != nil && runErr == nil && res.Rounds == saved.Rounds && res.Status == multiwalk.TimeLimit {
		progress.Note("the time was over before a round was, so the run is where it was; a longer --time takes it on")
	}
	j.unkept = errors.Is(runErr, multiwalk.ErrCheckpoint)
	err := j.finish(res)
	switch {
	case j.unkept:
		return console.Environment(errors.Join(runErr, err))
	case runErr != nil:
		return console.Missed(runErr)
	}
	return err
}

// observe keeps the record in progress, and shows how the run goes on.
func (j *job) observe(progress *progress, e multiwalk.Event) {
	if e.Kind == multiwalk.EventIncumbent && !j.begun { // from here on the method has accepted its settings and the problem, or taken the run up
		j.begun, j.header.Walks = true, e.Walks
		if j.live != nil {
			_ = j.live.Begin(j.header) // where this fails Finish does too, and tells
		}
		if j.feed != nil {
			_ = j.feed.Begin(j.header) // the record has the same header, and tells
		}
		progress.begin()
	}
	if j.live != nil {
		j.live.Observe(e)
	}
	if j.feed != nil {
		j.feed.Observe(e)
	}
	j.tell(progress)
	progress.observe(e)
}

// tell passes on what was heard of other machines.
func (j *job) tell(progress *progress) {
	for len(j.heard) > 0 {
		progress.Note(<-j.heard)
	}
}

// prepare does all that can fail before any work is spent.
func (s *solveCmd) prepare(c *console.Console, p *Program) (*job, error) {
	return s.prepareOf(c, p, nil)
}

// prepareOf is prepare with the content of the instance; nil reads it from its file.
func (s *solveCmd) prepareOf(c *console.Console, p *Program, content []byte) (*job, error) {
	j, err := s.read(c, p, content)
	if errors.Is(err, problem.ErrNoSolution) {
		return nil, console.Missed(err)
	}
	if err != nil {
		return nil, err
	}
	j.demo = p.IsBuiltin(s.File, j.content)
	return j, j.through(j.setStops, j.setStart, j.setMethod, j.setDevice, j.setHeader, j.setAnswer, j.checkOutputs, j.setCheckpoint, j.claimRecord)
}

// through goes the steps that make a job ready. If one fails, nothing is held any more.
func (j *job) through(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			j.release()
			return err
		}
	}
	return nil
}

// release lets other processes write the files of this run.
func (j *job) release() {
	if j.live != nil {
		j.live.Close()
	}
	j.lock.Release()
}

// setStops also gives a run that nothing limits a time limit, one that was told of no target the cost that nothing can
// beat, and the demo a target and a picture.
func (j *job) setStops() error {
	list, err := j.cmd.criteria(j.in)
	if err != nil {
		return err
	}
	limit := defaultTime
	if j.demo {
		limit = demoTime
		if picture := j.cmd.File + ".svg"; j.cmd.Plot == "" && j.in.CheckPicture(picture) == nil {
			j.cmd.Plot, j.demoPlot = picture, true
		}
		if best, ok := j.in.BestKnown(); ok && len(list) == 0 && j.cmd.Target == nil {
			list = append(list, multiwalk.Target(best.Cost))
		}
	}
	if cost, ok := sought(j.in); ok && j.cmd.Target == nil {
		list = append(list, multiwalk.Target(cost))
	}
	if !limited(list) {
		list = append(list, multiwalk.Time(limit))
		j.unlimited = true
	}
	j.settings.Stop = list
	for _, stop := range list {
		if stop.Kind == multiwalk.StopTime {
			j.deadline = time.Duration(stop.Value)
		}
	}
	return nil
}

// demoTime is how long a run of an instance that is built in takes if nothing limits it.
const demoTime = 8 * time.Second

func (j *job) setMethod() error {
	if j.cmd.Method == methodAuto {
		if len(j.cmd.Set) > 0 {
			return errors.New("--set needs a --method whose settings it changes")
		}
		return nil
	}
	m, err := j.program.methodNamed(j.cmd.Method)
	if err == nil {
		j.wanted, err = j.program.withSettings(m, j.cmd.Set)
	}
	return err
}

func (j *job) setHeader() error {
	method, err := record.MethodOf(j.method)
	if err != nil { // there is a number that no record holds, such as NaN, and the method says which it takes
		err = cmp.Or(refusedBy(j.method, j.in.Problem), err)
	}
	j.header = record.Header{
		Program: j.console.Version, Problem: j.in.Format.Name, Instance: j.in.Name, File: j.cmd.File, Hash: j.in.Hash,
		N: j.in.Problem.Space().Len(), Method: method, Seed: j.cmd.Seed, Walks: j.settings.WalkCount(), Stop: j.settings.Stop,
		Reals: j.in.Format.Real, Units: j.in.Format.Units, Offset: j.in.Format.Offset, Start: j.settings.Start, Device: j.settings.Device.String(),
	}
	return err
}
