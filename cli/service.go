package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/service"
	"github.com/multiwalk/multiwalk/walk"
)

// offered are the flags of solve that a job of a service may have. What concerns the machine is for who serves.
var offered = []string{"problem", "open", "open-ends", "method", "set", "seed", "walks", "time", "target", "evaluations", "work", "no-improvement"}

// jobSolver solves the jobs of a service as solve and resume do.
type jobSolver struct {
	program  *Program
	version  string
	device   string
	settings []service.Setting
}

func newJobSolver(c *console.Console, p *Program, device string) *jobSolver {
	s := &jobSolver{program: p, version: c.Version, device: device}
	app, _ := console.Fill(&solveCmd{}, []string{"x"}, p.options()...)
	for _, f := range app.Flags {
		if slices.Contains(offered, f.Name) {
			s.settings = append(s.settings, settingOf(f))
		}
	}
	return s
}

// settingOf is a flag as a parameter.
func settingOf(f *kong.Flag) service.Setting {
	t := f.Target.Type()
	s := service.Setting{Name: f.Name, Help: unflagged(f.Help), Default: f.Default, Type: "string"}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Bool:
		s.Type = "boolean"
	case t == durationType:
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		s.Type = "integer"
	case t.Kind() == reflect.Slice:
		s.Many = f.Tag.Sep == -1
	}
	return s
}

// flagged is a flag in an error or a help; a setting has the name without the dashes.
var flagged = regexp.MustCompile(`--([a-z])`)

// plainly is an error that names no flags.
type plainly struct{ error }

func (p plainly) Error() string { return unflagged(p.error.Error()) }

func (p plainly) Unwrap() error { return p.error }

func unflagged(text string) string { return flagged.ReplaceAllString(text, "$1") }

// Settings are those of the flags.
func (s *jobSolver) Settings() []service.Setting { return s.settings }

// Answer is what solve --json prints.
func (s *jobSolver) Answer() reflect.Type { return reflect.TypeFor[report]() }

// command is solve as a task asks for it.
func (s *jobSolver) command(t service.Task) (*solveCmd, error) {
	cmd := &solveCmd{}
	var args []string
	for _, name := range slices.Sorted(maps.Keys(t.Settings)) {
		for _, value := range t.Settings[name] {
			args = append(args, "--"+name+"="+value)
		}
	}
	if _, err := console.Fill(cmd, append(args, "x"), s.program.options()...); err != nil {
		return nil, errors.New(unflagged(err.Error()))
	}
	if t.Limit > 0 && cmd.Time != nil && *cmd.Time > t.Limit {
		return nil, fmt.Errorf("time %v is above this service's limit of %v; ask for less", *cmd.Time, t.Limit)
	}
	if t.Walks > 0 && cmd.Walks > t.Walks {
		return nil, fmt.Errorf("walks=%d is above this service's limit of %d; ask for fewer", cmd.Walks, t.Walks)
	}
	cmd.File, cmd.Record, cmd.Checkpoint, cmd.JSON = t.File, t.Record, t.Checkpoint, true
	cmd.Device, cmd.Workers = cmp.Or(s.device, "cpu"), t.Workers
	return cmd, nil
}

// Check prepares a job without its files.
func (s *jobSolver) Check(t service.Task) (*problem.Instance, error) {
	t.Record, t.Checkpoint = "", ""
	cmd, err := s.command(t)
	if err != nil {
		return nil, err
	}
	j, err := cmd.prepareOf(s.console(&bytes.Buffer{}), s.program, t.Content)
	if err == nil {
		j.release()
		err = refusedBy(j.method, j.in.Problem)
	}
	if err != nil {
		return nil, errors.New(unflagged(err.Error()))
	}
	return j.in, nil
}

// console is a place without a terminal that keeps what is printed.
func (s *jobSolver) console(out *bytes.Buffer) *console.Console {
	return &console.Console{In: bytes.NewReader(nil), Out: out, Err: &bytes.Buffer{}, Name: s.program.Command, Version: s.version,
		Width: func() int { return 0 }}
}

// Solve goes on with a job, or begins it. A checkpoint that does not lead on is as good as none.
func (s *jobSolver) Solve(ctx context.Context, t service.Task, f *record.Feed) (json.RawMessage, error) {
	cmd, err := s.command(t)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if saved := savedIn(t.Checkpoint); saved != nil {
		j, err := s.resumed(&out, t, cmd, saved)
		if err == nil {
			err = j.solve(ctx, f)
		}
		if json.Valid(out.Bytes()) || ctx.Err() != nil {
			return answered(out.Bytes(), err)
		}
		if err := os.Remove(t.Checkpoint); err != nil {
			return nil, err
		}
		out.Reset()
	}
	j, err := cmd.prepareOf(s.console(&out), s.program, t.Content)
	if err == nil {
		err = j.solve(ctx, f)
	}
	return answered(out.Bytes(), err)
}

// solve runs a job that others watch.
func (j *job) solve(ctx context.Context, f *record.Feed) error {
	j.feed = f
	if tell := walk.Teller(j.in.Problem); tell != nil {
		f.Infeasible = func(x []int32, cost int64) bool {
			feasible, _ := tell(x, cost)
			return !feasible
		}
	}
	return j.runUntil(ctx)
}

// answered is what a run printed, and what went wrong with it.
func answered(printed []byte, err error) (json.RawMessage, error) {
	if err != nil {
		err = plainly{err}
	}
	if !json.Valid(printed) {
		return nil, cmp.Or(err, errors.New("the run ended without an answer"))
	}
	return compact(printed), err
}

// compact leaves the spaces out of JSON.
func compact(text []byte) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// resumed is the job that goes on from a checkpoint.
func (s *jobSolver) resumed(out *bytes.Buffer, t service.Task, cmd *solveCmd, saved *checkpoint.Saved) (*job, error) {
	r := &resumeCmd{File: t.Checkpoint, Instance: t.File, Workers: t.Workers}
	r.JSON, r.Record = true, t.Record
	if left := cmd.left(saved.Elapsed); left > 0 {
		r.stopFlags = cmd.stopFlags
		r.Time = &left
	}
	lock, err := r.claim()
	if err != nil {
		return nil, err
	}
	j, err := r.prepare(s.console(out), s.program, lock, t.Content)
	if err != nil {
		lock.Release()
	}
	return j, err
}

// savedIn reads a checkpoint; nil if there is none that is whole.
func savedIn(path string) *checkpoint.Saved {
	if path == "" {
		return nil
	}
	saved, err := checkpoint.Read(path)
	if err != nil {
		_ = os.Remove(path) // it may not be there
		return nil
	}
	return saved
}

// endTime is what a run gets that was broken off at its very end: enough to be taken up.
const endTime = time.Second

// left is the time that resume must be given where what is left of the limit is too little; 0 leaves it to resume.
func (s *solveCmd) left(gone time.Duration) time.Duration {
	limit := defaultTime
	switch {
	case s.Time != nil:
		limit = *s.Time
	case s.Evaluations != nil || s.Work != nil || s.NoImprovement != nil:
		return 0
	}
	if limit-gone > endTime {
		return 0
	}
	return endTime
}
