package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
)

type options struct {
	on, start, pin, out, picture, instance string
	like, moved                            int
	away                                   []string
	seed                                   uint64
	limit                                  time.Duration
	evaluations                            int64
	files                                  []string
}

func main() {
	var o options
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: timetable [flags] [FILE]\nFILE is an instance in the format .ctt; without one it is generated.")
		flag.PrintDefaults()
	}
	flag.StringVar(&o.on, "device", "cpu", "cpu, or cpu:1 for one core")
	flag.IntVar(&o.like, "like", 1, "generate an instance as large as this one of the competition, 1 to 5")
	flag.StringVar(&o.instance, "instance", "", "where to write the instance, as .ctt")
	flag.StringVar(&o.start, "start", "", "a timetable to begin with; the result is never worse")
	flag.IntVar(&o.moved, "moved", 0, "what each lecture costs that is at another time than in the timetable of -start")
	flag.StringVar(&o.pin, "pin", "", "a file with those lines of a timetable that must stay as they are")
	flag.Func("away", "TEACHER:DAY, who cannot teach then; may be given several times", func(s string) error {
		o.away = append(o.away, s)
		return nil
	})
	flag.StringVar(&o.out, "out", "", "where to write the timetable, in the competition's format")
	flag.StringVar(&o.picture, "picture", "", "where to draw the week, as SVG")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated instance and of the search")
	flag.DurationVar(&o.limit, "time", 10*time.Second, "how long to search at most")
	flag.Int64Var(&o.evaluations, "evaluations", 0, "how many moves to price instead, so that the result depends on no clock")
	flag.Parse()
	o.files = flag.Args()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o options) run() error {
	in, err := o.read()
	if err != nil {
		return err
	}
	var before []Place
	if o.start != "" {
		if before, err = in.ReadSolutionFile(o.start); err != nil {
			return err
		}
	}
	t, start, err := o.problem(in, before)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d lectures of %d courses, %d rooms, %d periods, %d curricula\n", in.Name, t.Lessons, len(in.Courses), len(in.Rooms),
		in.Periods(), len(in.Curricula))
	res, notes, err := o.search(t, start)
	if err != nil {
		return err
	}
	list := t.Places(res.Best)
	fmt.Printf("%s, by %s, after %.1f s\n%v\n", res.Outcome(), res.Method, res.Elapsed.Seconds(), in.Verify(list))
	if before != nil {
		fmt.Printf("moved: %d of %d lectures are at another time than before\n", Moved(before, list), len(list))
	}
	for _, note := range append(notes, res.Notes...) {
		fmt.Println("note:", note)
	}
	if err := t.agrees(res.Cost, list, before, o.moved); err != nil {
		return err
	}
	fmt.Println("checked: counted by the competition's rules, from the lines of the timetable, it is the same")
	return o.write(in, list, before)
}

// read reads the instance, or generates one, and sends teachers away.
func (o options) read() (in *Instance, err error) {
	switch {
	case len(o.files) > 1:
		return nil, fmt.Errorf("timetable: %d files are given; give one, after the flags", len(o.files))
	case len(o.files) == 1:
		in, err = ReadFile(o.files[0])
	case o.like < 1 || o.like > len(shapes):
		return nil, fmt.Errorf("timetable: -like %d is not from 1 to %d", o.like, len(shapes))
	default:
		in, _, err = Generate(shapes[o.like-1], o.seed)
	}
	if err != nil {
		return nil, err
	}
	for _, s := range o.away {
		teacher, text, _ := strings.Cut(s, ":")
		day, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("timetable: -away %s is not TEACHER:DAY, such as %s:0", s, in.Courses[0].Teacher)
		}
		if err := in.SendAway(teacher, day); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// problem is the instance with what shall stay, and the solution to begin with, if there is one.
func (o options) problem(in *Instance, before []Place) (t *Timetable, start []int32, err error) {
	if t, err = New(in); err != nil {
		return nil, nil, err
	}
	if before != nil {
		if start, err = t.Solution(before); err != nil {
			return nil, nil, err
		}
		if err := t.Resist(before, o.moved); err != nil {
			return nil, nil, err
		}
	} else if o.moved != 0 {
		return nil, nil, fmt.Errorf("timetable: -moved %d is for lectures that leave their times in a timetable; give it by -start", o.moved)
	}
	if o.pin != "" {
		list, err := in.ReadSolutionFile(o.pin)
		if err != nil {
			return nil, nil, err
		}
		if err := t.Pin(list, start); err != nil {
			return nil, nil, err
		}
	}
	return t, start, nil
}

func (o options) search(t *Timetable, start []int32) (*multiwalk.Result, []string, error) {
	where, err := device.Parse(o.on)
	if err != nil {
		return nil, nil, err
	}
	method, where, notes, err := auto.Choose(t, nil, where)
	if err != nil {
		return nil, nil, err
	}
	stop := []multiwalk.Stop{multiwalk.Target(t.LowerBound()), multiwalk.Time(o.limit)}
	if o.evaluations > 0 {
		stop[1] = multiwalk.Evaluations(o.evaluations)
	}
	res, err := multiwalk.Minimize(context.Background(), t, method,
		multiwalk.Settings{Seed: o.seed, Device: where, Start: start, Stop: stop})
	return res, notes, err
}

// agrees returns an error if a cost is not what the checker counts.
func (t *Timetable) agrees(cost int64, list, before []Place, price int) error {
	r := t.Verify(list)
	soft := r.Soft()
	if before != nil {
		soft += int64(price * Moved(before, list))
	}
	if want := t.rules.Pack(soft, r.Lectures, r.Conflicts, r.RoomOccupancy, r.Availability); want != cost {
		return fmt.Errorf("timetable: the search has counted %v and a cost of %d; checked, it is %v and %d",
			t.rules.Violations(cost), cost, t.rules.Violations(want), want)
	}
	return nil
}

func (o options) write(in *Instance, list, before []Place) error {
	var solution, svg bytes.Buffer
	if err := in.WriteSolution(&solution, list); err != nil {
		return err
	}
	if err := in.Picture(&svg, list, before); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{o.instance, []byte(in.Write())}, {o.out, solution.Bytes()}, {o.picture, svg.Bytes()}} {
		if f.name == "" {
			continue
		}
		if err := os.WriteFile(f.name, f.text, 0o644); err != nil {
			return fmt.Errorf("timetable: %w", err)
		}
	}
	return nil
}
