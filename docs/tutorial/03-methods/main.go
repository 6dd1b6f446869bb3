// Command 03-methods is the third chapter of the tutorial: it compares methods, tunes one, lets walks cooperate, checks
// what a seed promises, keeps a record of a run, and goes on with a run from its checkpoint.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
)

const optimum = 32640 // of Cube(8)

// gap is how far a method ends above the optimum, in per cent, as a mean of three seeds.
func gap(row Row, method multiwalk.Method, walks int, evaluations int64) (float64, error) {
	var sum float64
	for seed := range uint64(3) {
		res, err := multiwalk.Minimize(context.Background(), row, method, multiwalk.Settings{
			Seed: seed + 1, Walks: walks, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)},
		})
		if err != nil {
			return 0, err
		}
		sum += 100 * float64(res.Cost-optimum) / optimum
	}
	return sum / 3, nil
}

// compare gives three methods the same work.
func compare(row Row) error {
	for _, method := range []multiwalk.Method{single.Climb{Restarts: -1}, single.Anneal{}, single.Tabu{}} {
		g, err := gap(row, method, 1, 1_000_000)
		if err != nil {
			return err
		}
		fmt.Printf("%-6s gap %5.2f %%\n", method.Name(), g)
	}
	return nil
}

// tune changes how slowly annealing cools.
func tune(row Row) error {
	for _, alpha := range []float64{0.9, 0.97, 0.99, 0.997} {
		method := single.Anneal{Start: 100, End: 1, Alpha: alpha, Once: true}
		res, err := multiwalk.Minimize(context.Background(), row, method, multiwalk.Settings{Seed: 1, Walks: 1})
		if err != nil {
			return err
		}
		fmt.Printf("alpha %.3f: cost %d after %d evaluations\n", alpha, res.Cost, res.Evaluations())
	}
	return nil
}

// quick is annealing that cools fast and reheats.
var quick = single.Anneal{Start: 100, End: 1, Alpha: 0.95}

// together gives four walks the same work, side by side and as a team.
func together(row Row) error {
	for _, method := range []multiwalk.Method{
		cooperate.Independent{Method: quick},
		cooperate.Exchange{Method: quick, Every: 20},
	} {
		g, err := gap(row, method, 4, 4_000_000)
		if err != nil {
			return err
		}
		fmt.Printf("%-11s gap %.2f %%\n", method.Name(), g)
	}
	return nil
}

// promise runs the same seed on one worker and on three.
func promise(row Row) error {
	var results []multiwalk.Result
	for _, workers := range []int{1, 3} {
		res, err := multiwalk.Minimize(context.Background(), row, cooperate.Exchange{Method: quick}, multiwalk.Settings{
			Seed: 1, Walks: 4, Workers: workers, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)},
		})
		if err != nil {
			return err
		}
		res.Elapsed, res.Workers = 0, 0
		for i := range res.History {
			res.History[i].Elapsed = 0
		}
		results = append(results, *res)
	}
	fmt.Println("equal but for the clock:", reflect.DeepEqual(results[0], results[1]))
	return nil
}

// keep records a run, reads the record back, and verifies it.
func keep(row Row) error {
	stop := []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}
	res, err := multiwalk.Minimize(context.Background(), row, quick, multiwalk.Settings{Seed: 7, Stop: stop})
	if err != nil {
		return err
	}
	method, err := record.MethodOf(quick)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	run := record.New(record.Header{
		Problem: "row", Instance: "cube8", N: len(res.Best), Hash: row.hash(), Method: method, Stop: stop,
	}, res)
	if err := record.Write(&file, run); err != nil {
		return err
	}

	runs, err := record.Read(&file, "run.jsonl")
	if err != nil {
		return err
	}
	fmt.Println("verified:", record.Verify(runs[0], row, row.hash()) == nil)
	runs[0].End.Cost--
	fmt.Println("changed: ", record.Verify(runs[0], row, row.hash()))
	return nil
}

// goOn runs a method in two parts, the second from the checkpoint of the first, and at a stretch.
func goOn(row Row) error {
	folder, err := os.MkdirTemp("", "tutorial")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "run.state")
	_, err = multiwalk.Minimize(context.Background(), row, quick, multiwalk.Settings{
		Seed: 7, Stop: []multiwalk.Stop{multiwalk.Work(10)}, Checkpoint: multiwalk.Checkpoint{File: file},
	})
	if err != nil {
		return err
	}
	saved, err := checkpoint.Read(file)
	if err != nil {
		return err
	}
	stop := []multiwalk.Stop{multiwalk.Work(30)} // of the whole run
	parts, err := multiwalk.Minimize(context.Background(), row, quick, multiwalk.Settings{Resume: saved, Stop: stop})
	if err != nil {
		return err
	}
	whole, err := multiwalk.Minimize(context.Background(), row, quick, multiwalk.Settings{Seed: 7, Stop: stop})
	if err != nil {
		return err
	}
	fmt.Println("in two parts as at a stretch:", parts.Cost == whole.Cost && parts.Counters == whole.Counters)
	return nil
}

// hash identifies the instance. One that comes from a file has the hash of the file's content.
func (r Row) hash() string { return record.Hash(fmt.Append(nil, r.Wired)) }

func main() {
	row := Cube(8)
	for _, part := range []func(Row) error{compare, tune, together, promise, keep, goOn} {
		if err := part(row); err != nil {
			fmt.Println(err)
			return
		}
	}
}
