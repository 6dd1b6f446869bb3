package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

// resumeCmd goes on with a run of solve. What it does not change is as it was.
type resumeCmd struct {
	File     string `arg:"" help:"Checkpoint, as ${program} solve --checkpoint FILE writes it."`
	Instance string `placeholder:"FILE" help:"Instance, if its file is not where it was; - for the standard input."`
	Device   string `placeholder:"DEVICE" help:"Where to go on: another device of the same kind, such as gpu:1 for gpu:0."`
	Workers  int    `placeholder:"N" help:"Walks that run at the same time."`
	stopFlags
	outputFlags
	costFlags
}

// kept is what a checkpoint of this command holds beside the run's state.
type kept struct {
	Flags  solveCmd          `json:"flags"` // File is in the header, which can write any name
	Header record.Header     `json:"header"`
	Prints map[string]string `json:"prints,omitempty"` // of the files that the flags name
}

// setCheckpoint says where the state of the run is kept, and with it all that resume must know.
func (j *job) setCheckpoint() error {
	path := j.cmd.Checkpoint
	if path == "" && j.cmd.CheckpointEvery != 0 {
		return errors.New("--checkpoint-every needs a --checkpoint to write")
	}
	if path == "" {
		return nil
	}
	if err := j.claimCheckpoint(path); err != nil {
		return err
	}
	first := j.settings.Resume == nil && j.settings.Checkpoint.File == ""
	if first && wholefile.Filled(path) {
		return fmt.Errorf("--checkpoint %s: the file is there already: %s resume goes on from it; to begin anew remove it "+
			"or name another", filename.Shown(path), j.program.Command)
	}
	if j.replaced = nil; !first && !j.same {
		j.replaced, _ = os.Stat(path)
	}
	j.prints = j.cmd.prints()
	own, err := j.own()
	j.settings.Checkpoint = multiwalk.Checkpoint{File: path, Lock: j.lock, Every: j.cmd.CheckpointEvery, Instance: j.in.Hash, Own: own}
	return errors.Join(err, j.settings.Validate())
}

// claimCheckpoint keeps other processes from writing the checkpoint of this run, unless it was done before.
func (j *job) claimCheckpoint(path string) (err error) {
	if j.lock != nil {
		return nil
	}
	if j.lock, err = checkpoint.NewLock(path); err != nil {
		return console.Environment(fmt.Errorf("--checkpoint: %w", err))
	}
	return nil
}

// Run goes on with a run. If it is to replace the checkpoint, no other process may write that from before it is read.
func (r *resumeCmd) Run(c *console.Console, p *Program) error {
	lock, err := r.claim()
	if err != nil {
		return console.Environment(err)
	}
	defer lock.Release()
	leave, err := r.ask(c, p)
	if err != nil {
		return err
	}
	defer leave()
	j, err := r.prepare(c, p, lock, nil)
	if err != nil {
		return err
	}
	return j.run()
}

// prepare does all that can fail before any work is spent. content is that of the instance; nil reads it from its file.
func (r *resumeCmd) prepare(c *console.Console, p *Program, lock *checkpoint.Lock, content []byte) (*job, error) {
	saved, was, err := r.saved(p)
	if err != nil {
		return nil, err
	}
	s := was.Flags
	s.File = was.Header.File
	for _, o := range s.files() {
		*o.path = filename.FromText(*o.path)
	}
	if s.File == problem.Stdin && r.Instance == "" {
		return nil, errors.New("the instance came from the standard input; name it with --instance FILE, or - for the standard input again")
	}
	r.change(&s, was.Header)
	if err := cmp.Or(r.checkOwned(&s, was), p.noPipe(s.File, r.Instance)); err != nil {
		return nil, err
	}
	j, err := s.read(c, p, content)
	if err != nil && r.Instance == "" {
		return nil, fmt.Errorf("%w; --instance FILE says where the instance is now", err)
	}
	if err != nil {
		return nil, err
	}
	j.header, j.settings.Resume, j.settings.Seed, j.lock, j.same = was.Header, saved, saved.Seed, lock, lock != nil
	j.header.File = s.File
	if j.header.Hash != j.in.Hash {
		return nil, fmt.Errorf("%s is not the instance that the run was begun with: it has the hash %s, and that had %s; "+
			"--instance FILE names another file", filename.Shown(s.File), j.in.Hash, j.header.Hash)
	}
	limits := func() error { return j.setLimits(r) }
	return j, j.through(limits, j.restore, j.setDevice, j.setAnswer, j.checkOutputs, j.setCheckpoint, j.claimRecord)
}

// claim takes the right to replace the checkpoint, if the run will.
func (r *resumeCmd) claim() (*checkpoint.Lock, error) {
	path := cmp.Or(r.Checkpoint, r.File)
	if !same(path, r.File) {
		return nil, nil
	}
	return checkpoint.NewLock(path)
}

// saved reads the checkpoint.
func (r *resumeCmd) saved(p *Program) (*checkpoint.Saved, *kept, error) {
	saved, err := checkpoint.Read(r.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: no such checkpoint", filename.Shown(r.File))
	}
	if err != nil {
		return nil, nil, err
	}
	was := new(kept)
	if err := json.Unmarshal(saved.Own, was); err != nil || was.Header.Hash == "" {
		return nil, nil, fmt.Errorf("%s is the checkpoint of a Go program and not of %s solve: resume it there", filename.Shown(r.File), p.Command)
	}
	if err := was.Header.Check(); err != nil {
		return nil, nil, fmt.Errorf("the checkpoint %s cannot be resumed: %w: %w", filename.Shown(r.File), checkpoint.ErrNoRun, err)
	}
	return saved, was, nil
}

// change puts what resume was told in the place of what solve was.
func (r *resumeCmd) change(s *solveCmd, header record.Header) {
	s.Device, s.Method, s.Checkpoint, s.Seed, s.Start = header.Device, header.Method.Name, r.File, header.Seed, ""
	s.File, s.Device, s.Workers = cmp.Or(r.Instance, s.File), cmp.Or(r.Device, s.Device), cmp.Or(r.Workers, s.Workers)
	s.Target = cmp.Or(r.Target, s.Target)
	s.JSON, s.Quiet = false, false // how a run is shown is for each to say
	was, is := reflect.ValueOf(&s.outputFlags).Elem(), reflect.ValueOf(r.outputFlags)
	for i := range is.NumField() {
		if f := is.Field(i); !f.IsZero() {
			was.Field(i).Set(f)
		}
	}
}

// restore makes the method of the checkpoint.
func (j *job) restore() (err error) {
	j.wanted, err = j.header.Method.Restore(j.program.replayed())
	return err
}

// setLimits finds what ends the resumed run: the limits that resume was given, or what is left of those before. The target
// stays unless there is another one. Time in the header is that of the whole run.
func (j *job) setLimits(r *resumeCmd) error {
	given, err := r.criteria(j.in)
	if err != nil {
		return err
	}
	gone := j.settings.Resume.Elapsed
	again := !limited(given)
	list := given
	for _, s := range j.header.Stop {
		if s.Kind == multiwalk.StopTarget && r.Target == nil || s.Kind != multiwalk.StopTarget && again {
			list = append(list, s)
		}
		j.sameTarget = j.sameTarget || s.Kind == multiwalk.StopTarget && r.Target == nil
	}
	j.header.Stop, j.settings.Stop = nil, nil
	for _, s := range list {
		whole, left := s, s
		switch {
		case s.Kind != multiwalk.StopTime:
		case !again:
			whole.Value += min(int64(gone), math.MaxInt64-whole.Value)
		default:
			if left.Value -= int64(gone); left.Validate() != nil {
				return fmt.Errorf("the run cannot be resumed up to %v: it has gone on for %v; --time DURATION takes it on by that",
					time.Duration(s.Value), gone)
			}
		}
		if s.Kind == multiwalk.StopTime {
			j.deadline = time.Duration(whole.Value)
		}
		j.header.Stop, j.settings.Stop = append(j.header.Stop, whole), append(j.settings.Stop, left)
	}
	return nil
}

// read reads the instance, from its file unless its content is given.
func (s *solveCmd) read(c *console.Console, p *Program, content []byte) (_ *job, err error) {
	var source fs.FileInfo
	if content == nil {
		if source, err = os.Stat(s.File); err != nil {
			source = nil // a name that is no file
		}
		if content, err = p.Content(s.File, c.In); err != nil {
			return nil, err
		}
	}
	format, err := s.format()
	if err != nil {
		return nil, err
	}
	in, err := p.Parse(content, s.File, format)
	if err != nil {
		return nil, err
	}
	return &job{cmd: s, program: p, console: c, in: in, content: content, source: source, notes: slices.Clone(in.Notes)}, nil
}

// format is the problem of the file, if the user said which: --open and --open-ends are short for the one of open paths.
func (s *solveCmd) format() (string, error) {
	if !s.Open && len(s.OpenEnds) == 0 {
		return s.Problem, nil
	}
	if s.Problem != "" && s.Problem != "tsp" && s.Problem != "hpp" {
		return "", fmt.Errorf("--problem %s has no open paths; --open and --open-ends are for tours", s.Problem)
	}
	if len(s.OpenEnds) > 2 {
		return "", fmt.Errorf("--open-ends has %d cities; a path has two ends: give one city or two", len(s.OpenEnds))
	}
	problem := "hpp"
	for i, city := range s.OpenEnds {
		problem += string(":,"[i]) + strconv.FormatInt(city, 10)
	}
	return problem, nil
}
