package model_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/walk"
)

// restrictedDocuments have constraints of all sorts, on all kinds of model.
var restrictedDocuments = []string{
	`{"tour": {"matrix": [[0, 3, 1, 2, 9], [3, 0, 4, 1, 1], [1, 4, 0, null, 2], [2, 1, 5, 0, 3], [7, 1, 2, 2, 0]], "open": true, "start": 3, "end": 1},
	  "constraints": [{"name": "may be left out", "optional": [0, 2], "weight": 2}, {"name": "late", "before": [4, 0, 2]},
	    {"name": "load", "amounts": {"0": 1.5, "2": 2, "4": 1}, "most": 2.5}, {"name": "there", "of": 0, "at": 2}]}`,
	`{"tour": {"places": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 3, "y": 0}, {"name": "c", "x": 3, "y": 4}, {"name": "d", "x": 0, "y": 4}]},
	  "constraints": [{"name": "order", "before": ["d", "b"]}, {"name": "second", "of": "c", "at": 1, "weight": 0.5}]}`,
	`{"tour": {"places": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 3, "y": 0}, {"name": "c", "x": 3, "y": 4}], "open": true},
	  "constraints": [{"name": "far", "optional": ["c"], "weight": 2}]}`,
	`{"tour": {"places": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 3, "y": 0}, {"name": "c", "x": 3, "y": 4}], "open": true, "start": "b"},
	  "constraints": [{"name": "order", "before": ["c", "a"]}]}`,
	`{"routes": {"depot": {"name": "y", "x": 0, "y": 0}, "customers": [{"name": "A", "x": 3, "y": 4, "demand": 2}, {"name": "B", "x": 3, "y": 0, "demand": 1},
	    {"name": "C", "x": -5, "y": 0, "demand": 2.5}], "capacity": 4, "vehicles": 2, "names": ["red", "blue"]},
	  "constraints": [{"name": "by red", "of": "A", "at": "red"}, {"name": "first", "before": ["A", "B"]}, {"name": "C too", "optional": ["C"], "weight": 3},
	    {"name": "cold", "amounts": {"A": 1, "C": 1}, "most": 1, "weight": 2}, {"name": "blue", "amounts": {"A": 1, "B": 1}, "most": 1, "at": "blue"}]}`,
	`{"machine": {"jobs": [{"name": "a", "time": 4, "due": 4}, {"name": "b", "time": 1.5, "due": 2}, {"name": "c", "time": 2, "due": 3}]},
	  "constraints": [{"name": "skip", "optional": ["a", "b"], "weight": 2}, {"name": "order", "before": ["c", "b"]}]}`,
	`{"ordering": {"matrix": [[0, 3, 1], [2, 0, 4], [5, 1, 0]]}, "constraints": [{"name": "skip", "optional": [0], "weight": 2}, {"name": "0 at the end", "of": 0, "at": 2}]}`,
	`{"knapsack": {"items": [{"name": "g", "profit": 10, "weights": [2.5, 1]}, {"name": "t", "profit": 6, "weights": [1, 1]}, {"name": "j", "profit": 5, "weights": [1.5, 1]}],
	    "capacities": [2.5, 2]},
	  "constraints": [{"name": "t needs j", "amounts": {"t": 1, "j": -1}, "most": 0}, {"name": "no g", "of": "g", "at": 0, "weight": 1}]}`,
	`{"cover": {"sets": [{"name": "A", "cost": 3, "has": ["x", "y", "z"]}, {"name": "B", "has": ["x", "y"]}, {"name": "C", "cost": 1.5, "has": ["z"]}]},
	  "constraints": [{"name": "without z", "optional": ["z"], "weight": 1}, {"name": "B", "of": "B", "at": 1}, {"name": "few", "amounts": {"A": 1, "B": 1, "C": 1}, "most": 1}]}`,
	`{"colouring": {"edges": [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]], "colours": 3},
	  "constraints": [{"name": "d", "of": "d", "at": 2}, {"name": "even", "amounts": {"a": 1, "b": 1, "c": 1, "d": 1}, "most": 1, "weight": 2}]}`,
	`{"tasks": {"machines": ["old", "new"], "tasks": [{"name": "a", "times": [3, 1.5]}, {"name": "b", "times": [4, 3]}, {"name": "c", "times": [2, 2]}]},
	  "constraints": [{"name": "without c", "optional": ["c"], "weight": 1.5}, {"name": "b on old", "of": "b", "at": "old"}, {"name": "room", "amounts": {"a": 1, "b": 1}, "most": 1}]}`,
	`{"job_shop": {"jobs": [
	    {"name": "a", "operations": [{"machine": "saw", "time": 2.5}, {"machine": "mill", "time": 1}, {"machine": "oven", "time": 4}]},
	    {"name": "b", "release": 1, "operations": [{"machine": "mill", "time": 3}, {"machine": "saw", "time": 2}]},
	    {"name": "c", "operations": [{"machine": "oven", "time": 2}, {"machine": "saw", "time": 0}, {"machine": "mill", "time": 2}]}, {"name": "d", "operations": [{"machine": "saw", "time": 0}]}]},
	  "constraints": [{"name": "c or not", "optional": ["c", "d"], "weight": 1.5}, {"name": "chain", "before": ["b/mill", "c", "a/mill"]},
	    {"name": "rather", "before": ["a/oven", "b/saw", "c/mill"], "weight": 0.5}, {"name": "saw", "of": "b/saw", "at": 0}, {"name": "late", "of": "a", "from": 2, "weight": 2},
	    {"name": "later", "of": "c/oven", "from": 0.5}, {"name": "in time", "of": "b", "by": 7}, {"name": "soon", "of": "a/mill", "by": 5.5, "weight": 0.25},
	    {"name": "staff", "amounts": {"c": 2, "a": 1}, "most": 2, "weight": 1}]}`,
	`{"qubo": {"terms": [["a", "a", -1], ["b", "b", -1.5], ["a", "b", 2]]}, "constraints": [{"name": "a", "of": "a", "at": 1, "weight": 1}, {"name": "one", "amounts": {"a": 1, "b": 1}, "most": 1}]}`,
	`{"ising": {"terms": [["a", "b", 1], ["a", "a", -0.5]]}, "constraints": [{"name": "b", "of": "b", "at": -1}]}`,
}

// drawn draws a solution, unless the instance says that it has no picture.
func drawn(t *testing.T, in *problem.Instance) {
	t.Helper()
	x := make([]int32, in.Problem.Space().Len())
	var text bytes.Buffer
	for seed := range uint64(3) {
		in.Problem.Space().Random(multiwalk.NewRand(seed, 0), x)
		walk.KeepFixed(in.Problem, x)
		if in.CheckPicture("a.svg") != nil {
			return
		}
		if err := in.Draw(&text, "a.svg", x); err != nil || !bytes.HasSuffix(bytes.TrimSpace(text.Bytes()), []byte("</svg>")) {
			t.Errorf("%s has the picture %s: %v", in.Name, text.Bytes(), err)
		}
	}
}

// What constraints add conforms: deltas, violations, fixed places.
func TestConstraints_Conform(t *testing.T) {
	for _, kind := range []string{
		`"ordering": {"matrix": [[0, 3, 1, 1, 7], [2, 0, 4, 1, 2], [5, 1, 0, 1, 0], [0, 0, 9, 0, 1], [1, 8, 1, 2, 0]]}`,
		`"flow_shop": {"jobs": [{"name": 0, "times": [4, 1]}, {"name": 1, "times": [1, 3]}, {"name": 2, "times": [2, 2]}, {"name": 3, "times": [5, 2]},
		  {"name": 4, "times": [1, 1]}], "flowtime": true}`,
	} {
		conformance.Problem(t, parse(t, `{`+kind+`, "constraints": [{"name": "fixed", "of": 3, "at": 1}, {"name": "hard", "before": [4, 0, 2]},
			{"name": "other", "before": [1, 2]}, {"name": "soft", "before": [2, 1], "weight": 3}, {"name": "rather", "of": 0, "at": 4, "weight": 2}]}`, "m").Problem)
	}
	for _, document := range restrictedDocuments {
		in := parse(t, document, "m")
		conformance.Problem(t, in.Problem)
		drawn(t, in)
	}
	conformance.Problem(t, parse(t, `{"assignment": {"flows": [[0, 3, 1, 2], [3, 0, 4, 1], [1, 4, 0, 5], [2, 1, 5, 0]],
		"distances": [[0, 7, 1, 1], [2, 0, 4, 1], [5, 1, 0, 1], [0, 0, 9, 0]]},
		"constraints": [{"name": "fixed", "of": 3, "at": 1}, {"name": "rather", "of": 0, "at": 2, "weight": 2}]}`, "m").Problem)
}

// A Gantt chart has the document's machines and names, and not what a job waits for to be released.
func TestPicture_OfAJobShop(t *testing.T) {
	in := parse(t, `{"job_shop": {"jobs": [{"name": "a & b", "release": 5, "operations": [{"machine": "saw", "time": 5}]}]}}`, "model.json")
	var picture strings.Builder
	if err := in.Draw(&picture, "a.svg", []int32{0, 1}); err != nil || !strings.Contains(picture.String(), "1 jobs on 1 machines: makespan 10") ||
		!strings.Contains(picture.String(), `viewBox="0 0 1000 24"`) || !strings.Contains(picture.String(), `d="M500.00 2h500.00v20h-500.00z"><title>a &amp; b`) {
		t.Error(err, picture.String())
	}
}
