package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// checkOutputs refuses files that could not be written after the run, when it would be too late, and files that the
// run reads.
func (j *job) checkOutputs() error {
	if j.cmd.Logical && j.cmd.Record == "" {
		return errors.New("--logical needs a --record to write")
	}
	if err := j.checkStdout(); err != nil {
		return err
	}
	if j.cmd.Plot != "" {
		if err := j.in.CheckPicture(j.cmd.Plot); err != nil {
			return err
		}
	}
	taken := []string{j.cmd.File, j.cmd.Start}
	for _, named := range append(j.cmd.files(), namedFile{"--checkpoint", &j.cmd.Checkpoint}) {
		if !named.asked() {
			continue
		}
		flag, path := named.flag, *named.path
		for _, other := range taken {
			if same(path, other) {
				return fmt.Errorf("%s %s is a file that the run uses otherwise; name another", flag, filename.Shown(path))
			}
		}
		taken = append(taken, path)
		err := console.CheckPlace(path, console.RoomFor(j.in.Problem.Space().Len()))
		optional := flag == "--plot" && j.demoPlot
		if optional {
			if _, missing := os.Lstat(path); missing == nil && !j.drawn(path) {
				err = fmt.Errorf("%s is there already; --plot FILE draws one in any case", path)
			}
		}
		if err != nil && optional {
			j.notes, j.cmd.Plot = append(j.notes, fmt.Sprintf("no picture in %s: %v", path, err)), ""
			continue
		}
		if err != nil {
			return console.Environment(fmt.Errorf("%s %s: %w", flag, filename.Shown(path), err))
		}
	}
	return nil
}

// drawn tells whether a file is a picture of the demo, as a run before has left it. Nobody misses that, and a new run draws its own.
func (j *job) drawn(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return false
	}
	var picture strings.Builder
	old, err := os.ReadFile(path)
	x := make([]int32, j.in.Problem.Space().Len())
	j.in.Problem.Space().Random(multiwalk.NewRand(1, 0), x)
	if err != nil || j.in.Draw(&picture, path, x) != nil {
		return false
	}
	head, _, _ := strings.Cut(picture.String(), "<title>") // the rest is of the solution
	return strings.HasPrefix(string(old), head+"<title>"+j.in.Name+":") && strings.HasSuffix(string(old), "</svg>\n")
}

// toStdout is the file name that stands for the standard output.
const toStdout = "-"

// checkStdout refuses two things on the standard output, where no reader could tell them apart.
func (j *job) checkStdout() error {
	var all []string
	for _, out := range []struct {
		flag string
		asks bool
	}{{"--out -", j.cmd.Out == toStdout}, {"--record -", j.cmd.Record == toStdout}, {"--json", j.cmd.JSON}} {
		if out.asks {
			all = append(all, out.flag)
		}
	}
	switch {
	case len(all) > 1:
		return fmt.Errorf("%s would all go to the standard output; name files for all but one", strings.Join(all, " and "))
	case j.cmd.Checkpoint == toStdout:
		return errors.New("--checkpoint - is no file, and the run replaces it again and again; name one, or ./-")
	}
	return nil
}

// told is where the summary goes: to the standard output unless the solution or the record is there.
func (j *job) told() io.Writer {
	if j.cmd.Out == toStdout || j.cmd.Record == toStdout {
		return j.console.Err
	}
	return j.console.Out
}

// claimRecord keeps other processes from writing the record of this run.
func (j *job) claimRecord() (err error) {
	if j.cmd.Record == "" || j.cmd.Record == toStdout {
		return nil
	}
	if j.live, err = record.NewLive(j.cmd.Record, j.cmd.Logical); err != nil {
		return console.Environment(fmt.Errorf("--record: %w", err))
	}
	return nil
}

// same says whether two names stand for one file, which need not be there yet. An empty name stands for none, and
// something like a terminal takes any number of writers.
func same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	at, errA := os.Stat(a)
	bt, errB := os.Stat(b)
	if errA != nil || errB != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return at.Mode().IsRegular() && os.SameFile(at, bt)
}

// writeAll writes everything, whatever of it fails: at last what goes to the standard output, whose reader may be gone.
func (j *job) writeAll(run record.Run, res *multiwalk.Result) (written []output, failed []error) {
	write := func(o output) {
		if err := o.write(); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", o.what, err))
		} else if o.path != toStdout {
			written = append(written, o)
		}
	}
	var last []output
	for _, o := range []output{
		{"solution", j.cmd.Out, func() error {
			return j.write(j.cmd.Out, func(w io.Writer) error { return j.writeSolution(w, answer(res)) })
		}},
		{"record", j.cmd.Record, func() error { return j.writeRecord(run) }},
		{"picture", j.cmd.Plot, func() error {
			return j.write(j.cmd.Plot, func(w io.Writer) error { return j.in.Draw(w, j.cmd.Plot, answer(res)) })
		}},
		{"checkpoint", j.cmd.Checkpoint, j.sign},
	} {
		switch {
		case o.path == "" || o.what == "solution" && j.better(res) || o.what == "checkpoint" && j.unkept:
		case o.what == "checkpoint" && !j.hasCheckpoint():
			j.note(res, fmt.Sprintf("no checkpoint in %s: the run was over before there was a state to go on from", filename.Shown(o.path)))
		case o.path == toStdout:
			last = append(last, o)
		default:
			write(o)
		}
	}
	for _, o := range last {
		write(o)
	}
	return written, failed
}

// finish writes everything before anything else is done that could fail. Then it says how the run went.
func (j *job) finish(res *multiwalk.Result) error {
	run := record.New(j.header, res)
	written, failed := j.writeAll(run, res)
	verifyErr := j.verify(run)
	if j.over != nil {
		j.over(j.report(res, verifyErr == nil))
	}
	if j.feed != nil {
		if err := j.feed.Finish(run); err != nil {
			failed = append(failed, err)
		}
	}
	if note := j.sourceNote(); note != "" {
		j.note(res, note)
	}
	if least, ok := proven(j.in); j.sameTarget && res.Status == multiwalk.TargetReached && !(ok && res.Cost <= least) {
		j.note(res, fmt.Sprintf("the target is that of the run before; %s resume %s --target none goes on beyond it", j.program.Command,
			filename.Shown(j.cmd.Checkpoint)))
	}
	err := errors.Join(append(failed, j.summarise(res, verifyErr, written))...)
	target, hasTarget := j.target()
	switch {
	case verifyErr != nil:
		return console.Missed(errors.Join(fmt.Errorf("the answer does not hold: %w", verifyErr), err))
	case err != nil:
		return console.Environment(err)
	case hasTarget && j.cmd.Target != nil && res.Cost > target:
		return console.Missed(fmt.Errorf("target %s missed by %s; %s", j.in.Format.Text(target), j.in.Format.Difference(res.Cost, target), j.remedy(res, target)))
	}
	if err := j.lacking(res); err != nil && j.cmd.Answer == "" {
		return console.Missed(err)
	}
	return j.verdict(res)
}

// remedy says what may help a run that missed its target.
func (j *job) remedy(res *multiwalk.Result, target int64) string {
	if least, ok := proven(j.in); ok && target < least {
		return fmt.Sprintf("no solution is better than %s, which is proven", j.in.Format.Text(least))
	}
	more, ok := map[multiwalk.Status]string{multiwalk.TimeLimit: "--time", multiwalk.EvaluationLimit: "--evaluations",
		multiwalk.WorkLimit: "--work", multiwalk.ImprovementLimit: "--no-improvement"}[res.Status]
	if !ok {
		return "try another --seed, or another --method"
	}
	return "give it more " + more + ", or another --method"
}

// better says whether the file for the solution has a better one already, and notes that it stays. A resumed run goes on from a whole round,
// and the run before may have found more in a round that was broken off.
func (j *job) better(res *multiwalk.Result) bool {
	if j.settings.Resume == nil || j.cmd.Out == toStdout {
		return false
	}
	f, err := os.Open(j.cmd.Out)
	if err != nil {
		return false
	}
	defer f.Close()
	in, err := j.again() // who told costs for the run may be gone
	if err != nil {
		return false
	}
	x, err := in.ReadSolution(f, j.cmd.Out)
	if err != nil || walk.Feasible(in.Problem, x) != nil {
		return false
	}
	cost, found := in.Problem.Cost(x), in.Problem.Cost(answer(res))
	if cost < found {
		j.note(res, fmt.Sprintf("%s stays as it is: its solution, of the run before, has %s %s", filename.Shown(j.cmd.Out), j.in.Format.Word(),
			j.in.Format.Text(cost)))
	}
	return cost < found
}

// note adds to what a run that is over had to say.
func (j *job) note(res *multiwalk.Result, note string) {
	res.Notes = append(res.Notes, note)
	(&console.LiveLine{W: j.console.Err}).Note(note)
}

// write writes a file whole, or to the standard output.
func (j *job) write(path string, content func(io.Writer) error) error {
	if path == toStdout {
		return content(j.console.Out)
	}
	return wholefile.Write(path, content)
}

// writeRecord writes the record of a run that has ended, on the standard output in one piece.
func (j *job) writeRecord(run record.Run) error {
	if j.live != nil {
		return j.live.Finish(run)
	}
	if j.cmd.Logical {
		run = run.Logical()
	}
	return record.Write(j.console.Out, run)
}

// verify reads the instance again, from the bytes that were read at the start, and evaluates the answer with what it then
// finds. The file is not asked for them a second time: a pipe would give none, and a file that was changed others.
func (j *job) verify(run record.Run) error {
	in, err := j.again()
	if err != nil {
		return err
	}
	err = verified(run, in)
	if pool := j.program.prices; err != nil && pool != nil && pool.Err() != nil {
		return fmt.Errorf("nobody could tell once more what the solution costs: %w", pool.Err())
	}
	return err
}

// again is the instance, read from the same bytes once more.
func (j *job) again() (*problem.Instance, error) {
	return j.program.Parse(j.content, j.cmd.File, j.in.Format.Name)
}

// sourceNote says that the instance's file is not what was read any more, so that the record will not verify with it.
func (j *job) sourceNote() string {
	if j.source == nil || !j.source.Mode().IsRegular() {
		return ""
	}
	file := filename.Shown(j.cmd.File)
	now, err := os.Stat(j.cmd.File)
	switch {
	case err != nil:
		return fmt.Sprintf("%s is gone; the answer is that of what was read from it before the run", file)
	case os.SameFile(now, j.source) && now.Size() == j.source.Size() && now.ModTime().Equal(j.source.ModTime()):
		return ""
	}
	if content, err := j.program.Content(j.cmd.File, nil); err == nil && record.Hash(content) == j.in.Hash {
		return ""
	}
	return fmt.Sprintf("%s has changed since it was read; the answer is that of what was read from it before the run, %s",
		file, j.in.Hash)
}

// target returns the cost at which the run stops, if there is one.
func (j *job) target() (int64, bool) {
	for _, s := range j.settings.Stop {
		if s.Kind == multiwalk.StopTarget {
			return s.Value, true
		}
	}
	return 0, false
}
