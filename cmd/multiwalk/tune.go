package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/tune"
)

type tuneCmd struct {
	Files      []string       `arg:"" help:"Instance files to train on. If there are several and no --test, every second one is kept for the test."`
	Test       []string       `placeholder:"FILE" help:"Instance files of the test, on which the winner of the training must be better than the default. (default: the ones kept back, or the same with other seeds)"`
	Problem    string         `placeholder:"NAME" help:"Problem of the files, if it is not to be told from the content."`
	Method     string         `required:"" help:"Method whose settings are tuned: see multiwalk methods."`
	Set        []string       `sep:"none" placeholder:"KEY=VALUE" help:"Change a setting of the default, any number of times."`
	Vary       []string       `required:"" sep:"none" placeholder:"KEY=VALUE,VALUE" help:"Values to try for a setting, any number of times. All their combinations are candidates."`
	Candidates int            `default:"64" placeholder:"N" help:"The most combinations that are compared; of more, this number is drawn at random."`
	Rounds     int            `default:"30" placeholder:"N" help:"Runs of each candidate in training, at most; those that lose too often are given up earlier."`
	Tests      int            `default:"20" placeholder:"N" help:"Runs of the winner and of the default in the test."`
	Device     string         `default:"cpu:1" help:"Where runs take place: cpu:N, gpu, gpu:1, or emulator."`
	Seed       uint64         `default:"1" help:"Seed of the first run, and of the draw."`
	Time       *time.Duration `placeholder:"DURATION" help:"Stop each run after a time. Compares fairly where the machine does nothing else."`

	Evaluations *int64 `placeholder:"N" help:"Stop each run after this number of evaluations. (default: 1000000, without --time)"`
	Log         string `placeholder:"FILE" help:"Write each run as a JSON line. A race that was interrupted goes on from there."`
	JSON        bool   `help:"Print one JSON object, and nothing else, to the standard output."`
}

// Run races the candidates, and prints the settings to use.
func (k *tuneCmd) Run(c *console.Console) error {
	train, test, err := k.instances(c)
	if err != nil {
		return err
	}
	s := tune.Settings{Seed: k.Seed, Rounds: k.Rounds, Tests: k.Tests, Log: k.Log, Stop: k.stops()}
	if s.Device, err = k.on(train[0].Problem); err != nil {
		return err
	}
	candidates, flags, err := k.candidates(train[0].Problem, s.Device)
	if err != nil {
		return err
	}
	line, width := console.LiveLine{W: c.Err}, c.Width()
	if width > 0 {
		s.Observe = func(r tune.Run) { line.Redraw(tuneLine(r, len(candidates)), width) }
	}
	ctx, release := c.Interruptible()
	defer release()
	o, err := tune.Race(ctx, candidates, train, test, s)
	line.Erase()
	if errors.Is(err, context.Canceled) && k.Log != "" {
		return console.Missed(fmt.Errorf("interrupted; the same command goes on from %s", k.Log))
	}
	if err != nil {
		return err
	}
	if k.JSON {
		return console.WriteJSON(c.Out, map[string]any{"best": o.Best, "flags": flags[o.Best], "go": tune.Go(candidates[o.Best]),
			"leader": flags[o.Leader], "rounds": o.Rounds, "left": len(o.Left), "wins": o.Wins, "losses": o.Losses, "chance": o.Chance})
	}
	return k.print(c, o, candidates, flags)
}

func tuneLine(r tune.Run, candidates int) string {
	what := "training"
	if r.Test {
		what = "test"
	}
	return fmt.Sprintf("%s round %d, candidate %d of %d: %d", what, r.Round+1, r.Candidate+1, candidates, r.Cost)
}

func (k *tuneCmd) print(c *console.Console, o *tune.Outcome, candidates []multiwalk.Method, flags []string) error {
	t := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "training\t%d of %s left after %s\n", len(o.Left), console.Count(len(candidates), "candidate"), console.Count(o.Rounds, "round"))
	fmt.Fprintf(t, "leader\t%s\n", flags[o.Leader])
	switch {
	case o.Leader == 0:
		fmt.Fprintf(t, "result\tthe default leads: keep it\n")
	case o.Best == 0:
		fmt.Fprintf(t, "test\t%d better than the default, %d worse; chance does as much with probability %.3f\n", o.Wins, o.Losses, o.Chance)
		fmt.Fprintf(t, "result\tnot surely better: keep the default\n")
	default:
		fmt.Fprintf(t, "test\t%d better than the default, %d worse; chance does as much with probability %.1g\n", o.Wins, o.Losses, o.Chance)
	}
	fmt.Fprintf(t, "flags\t%s\n", flags[o.Best])
	fmt.Fprintf(t, "Go\t%s\n", tune.Go(candidates[o.Best]))
	return t.Flush()
}

func (k *tuneCmd) stops() (list []multiwalk.Stop) {
	if k.Time != nil {
		list = append(list, multiwalk.Time(*k.Time))
	}
	switch {
	case k.Evaluations != nil:
		list = append(list, multiwalk.Evaluations(*k.Evaluations))
	case k.Time == nil:
		list = append(list, multiwalk.Evaluations(1_000_000))
	}
	return list
}

// instances reads the files, and keeps some for the test.
func (k *tuneCmd) instances(c *console.Console) (train, test []tune.Instance, err error) {
	read := func(file string) (in tune.Instance, err error) {
		content, err := catalogue.Content(file, c.In)
		if err != nil {
			return in, err
		}
		i, err := catalogue.Parse(content, file, k.Problem)
		if err != nil {
			return in, err
		}
		return tune.Instance{Name: file, Problem: i.Problem}, nil
	}
	for i, file := range slices.Concat(k.Files, k.Test) {
		in, err := read(file)
		if err != nil {
			return nil, nil, err
		}
		if i >= len(k.Files) || len(k.Test) == 0 && i%2 == 1 {
			test = append(test, in)
		} else {
			train = append(train, in)
		}
	}
	return train, test, nil
}

// candidates are the default and the combinations of the values to try, with the flags that ask for them. Combinations that
// the method refuses, such as an end above the start, are left out.
func (k *tuneCmd) candidates(p multiwalk.Problem, d multiwalk.Device) (list []multiwalk.Method, flags []string, err error) {
	if k.Method == methodAuto {
		return nil, nil, errors.New("--method auto chooses a method, and has no settings to vary; name the method that it chooses, which solve prints")
	}
	m, err := methodNamed(k.Method)
	if err != nil {
		return nil, nil, err
	}
	base, err := withSettings(m, k.Set)
	if err != nil {
		return nil, nil, err
	}
	var refused error
	add := func(m multiwalk.Method, set []string) {
		if err := prepares(m, p, d); err != nil {
			refused = cmp.Or(refused, err)
			return
		}
		if slices.ContainsFunc(list, func(o multiwalk.Method) bool { return reflect.DeepEqual(m, o) }) {
			return
		}
		words := []string{"--method=" + k.Method}
		for _, s := range set {
			words = append(words, "--set="+s)
		}
		list, flags = append(list, m), append(flags, strings.Join(words, " "))
	}
	if add(base, k.Set); refused != nil {
		return nil, nil, refused
	}
	choices, total, err := k.choices()
	if err != nil {
		return nil, nil, err
	}
	for _, at := range drawn(total, k.Candidates, k.Seed) {
		set := slices.Clone(k.Set)
		for _, values := range choices {
			set = append(set, values[at%int64(len(values))])
			at /= int64(len(values))
		}
		m, err := withSettings(m, set)
		if err != nil {
			return nil, nil, err
		}
		add(m, set)
	}
	if len(list) < 2 && refused != nil {
		return nil, nil, refused
	}
	return list, flags, nil
}

// on is where the runs take place; nil is one core.
func (k *tuneCmd) on(p multiwalk.Problem) (multiwalk.Device, error) {
	if k.Device == "cpu:1" {
		return nil, nil
	}
	d, err := device.Parse(k.Device)
	if m, unknown := methodNamed(k.Method); unknown == nil && accepts(m, p) {
		err = console.OnCores(err)
	}
	return d, err
}

// prepares reports why a method does not take its settings on a device.
func prepares(m multiwalk.Method, p multiwalk.Problem, d multiwalk.Device) error {
	plan := multiwalk.Plan{Walks: 1, Warn: func(string) {}}
	if a, _ := machinesOf(d); a != nil {
		if err := multiwalk.Place(p, m, d); err != nil {
			return err
		}
		plan.Device, plan.Walks = a, 0
	}
	search, err := m.Prepare(p, plan)
	if closer, ok := search.(io.Closer); ok && err == nil {
		return closer.Close()
	}
	return err
}

// choices are the settings to try, key by key, and how many combinations they have.
func (k *tuneCmd) choices() (list [][]string, total int64, err error) {
	total = 1
	for _, vary := range k.Vary {
		key, values, ok := strings.Cut(vary, "=")
		if !ok || values == "" {
			return nil, 0, fmt.Errorf("--vary %q has no values; write key=value,value", vary)
		}
		var words []string
		for v := range strings.SplitSeq(values, ",") {
			words = append(words, key+"="+v)
		}
		if total > math.MaxInt64/int64(len(words)) {
			return nil, 0, errors.New("--vary asks for more than 2^63 combinations; give fewer values")
		}
		total *= int64(len(words))
		list = append(list, words)
	}
	return list, total, nil
}

// drawn returns which of total combinations are candidates: all, if they are no more than most.
func drawn(total int64, most int, seed uint64) (list []int64) {
	if total <= int64(most) {
		for i := range total {
			list = append(list, i)
		}
		return list
	}
	r, seen := multiwalk.NewRand(seed, 0), map[int64]bool{}
	for len(list) < most {
		i := int64(float64(total) * r.Float64())
		if !seen[i] {
			seen[i], list = true, append(list, i)
		}
	}
	slices.Sort(list)
	return list
}
