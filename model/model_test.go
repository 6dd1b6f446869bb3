package model_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/model"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/walk"
)

var update = flag.Bool("update", false, "write schema.json anew")

// example is a document of docs/models.md, and the answer that stands there.
type example struct{ document, answer string }

func examples(t testing.TB) (list []example) {
	t.Helper()
	text, err := os.ReadFile("../docs/models.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "```json\n")
	for _, part := range parts[1:] {
		document, rest, ok := strings.Cut(part, "```\n```answer\n")
		answer, _, closed := strings.Cut(rest, "```")
		if !ok || !closed {
			t.Fatalf("no answer stands behind %s", part)
		}
		list = append(list, example{document, strings.TrimSpace(answer)})
	}
	return list
}

func parse(t testing.TB, document, file string) *problem.Instance {
	t.Helper()
	in, err := catalogue.All().Parse([]byte(document), file, "")
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return in
}

// What the page shows is what a short run answers.
func TestExamples_AreAnswered(t *testing.T) {
	for _, e := range examples(t) {
		in := parse(t, e.document, "model.json")
		method, on, _, err := auto.Choose(in.Problem, nil, device.CPU(1))
		if err != nil {
			t.Fatal(err)
		}
		res, err := multiwalk.Minimize(context.Background(), in.Problem, method,
			multiwalk.Settings{Seed: 1, Device: on, Stop: []multiwalk.Stop{multiwalk.Evaluations(2000)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(in.Answer(res.Best)); got != e.answer {
			t.Errorf("%s\nis answered\n%s\nand the page has\n%s", e.document, got, e.answer)
		}
	}
}

// Any solution is read as it was written.
func TestSolutions_AreReadAsWritten(t *testing.T) {
	for _, e := range examples(t) {
		written(t, parse(t, e.document, "model.json"))
	}
	for _, document := range restrictedDocuments {
		written(t, parse(t, document, "model.json"))
	}
}

func written(t *testing.T, in *problem.Instance) {
	x := make([]int32, in.Problem.Space().Len())
	for seed := range uint64(5) {
		in.Problem.Space().Random(multiwalk.NewRand(seed, 0), x)
		if walk.Feasible(in.Problem, x) != nil {
			continue // of a path whose ends are fixed, or a place that is
		}
		var text bytes.Buffer
		if err := in.WriteSolution(&text, x); err != nil {
			t.Fatal(err)
		}
		shown := text.String()
		y, err := in.ReadSolution(&text, "answer.json")
		if err != nil {
			t.Fatalf("%s: %v", shown, err)
		}
		if in.Problem.Cost(x) != in.Problem.Cost(y) {
			t.Fatalf("%s costs %d, and %d when it is read", shown, in.Problem.Cost(x), in.Problem.Cost(y))
		}
	}
}

// The schema is that of the Go types, and takes all documents of the page that are written by it.
func TestSchema(t *testing.T) {
	schema, err := model.MakeSchema()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(schema, jsontext.Multiline(true), json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	if text = append(text, '\n'); *update {
		if err := os.WriteFile("schema.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text, model.Schema) && !*update {
		t.Error("schema.json is not that of the types; go test ./model -run Schema -update writes it")
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, e := range examples(t) {
		var document any
		if err := json.Unmarshal([]byte(e.document), &document); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.document, "[") || strings.Contains(e.document, "vehicles\": [{") || strings.Contains(e.document, "fleet_data") {
			continue // of others
		}
		if err := resolved.Validate(document); err != nil {
			t.Errorf("%s: %v", e.document, err)
		}
		taken++
	}
	if taken < 10 || resolved.Validate(map[string]any{"toru": 1}) == nil {
		t.Errorf("%d documents are taken, or one with a misspelt member is", taken)
	}
}

// Ising models in all vocabularies, and the QUBO that they come to, have the same objective everywhere.
func TestSpins_AreTheSameInAllVocabularies(t *testing.T) {
	forms := []string{
		`{"ising": {"variables": [3, 5, 8], "terms": [[3, 5, 1.5], [5, 8, -2], [3, 3, -0.5], [8, 8, 1]], "offset": 4}}`,
		`{"version": "1.0.0", "id": 1, "metadata": {}, "variable_domain": "spin", "scale": 0.5, "offset": 8, "variable_ids": [3, 5, 8],
		  "linear_terms": [{"id": 3, "coeff": -1}, {"id": 8, "coeff": 2}],
		  "quadratic_terms": [{"id_tail": 3, "id_head": 5, "coeff": 3}, {"id_tail": 5, "id_head": 8, "coeff": -4}]}`,
		`{"type": "BinaryQuadraticModel", "version": {"bqm_schema": "3.0.0"}, "use_bytes": false, "index_type": "uint16", "bias_type": "float64",
		  "num_variables": 3, "num_interactions": 2, "variable_labels": [3, 5, 8], "variable_type": "SPIN", "offset": 4.0, "info": {},
		  "linear_biases": [-0.5, 0, 1], "quadratic_biases": [1.5, -2], "quadratic_head": [1, 2], "quadratic_tail": [0, 1]}`,
	}
	for _, form := range forms {
		in := parse(t, form, "f")
		for k := range int32(8) {
			x := []int32{k & 1, k >> 1 & 1, k >> 2}
			s := func(i int) float64 { return float64(2*x[i] - 1) }
			want := 1.5*s(0)*s(1) - 2*s(1)*s(2) - 0.5*s(0) + s(2) + 4
			var a model.Answer
			if err := json.Unmarshal(in.Answer(x), &a); err != nil || *a.Objective != want {
				t.Errorf("%s\nat %v is %s, want %v (%v)", form, x, in.Answer(x), want, err)
			}
		}
	}
}

// twoJobs is a job shop up to its constraints.
const twoJobs = `{"job_shop": {"jobs": [{"name": "a", "operations": [{"machine": "saw", "time": 1}]},
	{"name": "b", "operations": [{"machine": "mill", "time": 1}, {"machine": "saw", "time": 2}]}]}, "constraints": [`

// What a document says wrong is told with its place.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`{"toru": {}}`: `at /toru: no member "toru" is known here, did you mean "tour"?`,
		`{}`:           `found no model, expected a member with one: tour, routes,`,
		`{"name": "x", "tour": {"matrix": [[0]]}, "qubo": {"matrix": [[1]]}}`:                                                            `found 2 kinds of model (tour, qubo)`,
		`{"tour": {"matrix": [[0, 1], [1]]}}`:                                                                                            `at /tour/matrix/1: found 1 numbers, expected 2`,
		`{"tour": {"matrix": [[0, 1], [NaN, 0]]}}`:                                                                                       `at /tour/matrix/1/0: line 1, column 31:`,
		`{"tour": {"matrix": [[0, -Infinity], [1, 0]]}}`:                                                                                 `Infinity is no JSON`,
		`{"tour": {"matrix": [[0, 1e400], [1, 0]]}}`:                                                                                     `at /tour/matrix/0/1: found 1e400, expected a number`,
		`{"tour": {"matrix": [[0, "1"], [1, 0]]}}`:                                                                                       `at /tour/matrix/0/1: found "1", expected a number`,
		`{"tour": {"matrix": [[0, 1e12], [1, 0]]}}`:                                                                                      `at /tour: found 1e+12, which with a scale of 1 is beyond`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "scale": -1}}`:                                                                            `at /tour/scale: found -1, expected a number above 0`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "names": ["a", "a"]}}`:                                                                    `at /tour/names/1: found "a" a second time`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "names": ["a"]}}`:                                                                         `at /tour/names: found 1 names, expected 2`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "names": ["Bern", "Basel"], "start": "Barn"}}`:                                            `at /tour/start: found "Barn", expected the name of a place, did you mean "Bern"?`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "end": 1}}`:                                                                               `at /tour/end: found an end, expected "open": true`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "matrix": []}}`:                                                                           `at /tour/matrix: found the member a second time`,
		`{"tour": {"open": 1}}`:                                                                                                          `at /tour/open: found a number, expected true or false`,
		`{"tour": {"matrix": [[0, 1], [1, 0]]}} x`:                                                                                       `line 1, column 40: `,
		`{"qubo": {"terms": [["a", "b"]]}}`:                                                                                              `at /qubo/terms/0: found ["a", "b"], expected two variables and a weight`,
		`{"qubo": {"terms": [["a", "b", 1]], "variables": ["a"]}}`:                                                                       `at /qubo/terms: found "b", expected the name of a variable`,
		`{"qubo": {"matrix": [[0, null], [0, 0]]}}`:                                                                                      `at /qubo/matrix/0/1: found null, expected a number`,
		`{"knapsack": {"items": [{"name": "a", "profit": -1, "weights": [1]}], "capacities": [1]}}`:                                      `at /knapsack/items/0/profit: found -1, expected 0 or more`,
		`{"cover": {"elements": ["x"], "sets": [{"name": "A", "has": []}]}}`:                                                             `at /cover/elements/0: found "x", which is in no set`,
		`{"colouring": {"edges": [["a", "a"]], "colours": 2}}`:                                                                           `at /colouring/edges/0: found an edge from "a" to itself`,
		`{"colouring": {"edges": [["a", "b", "c"]], "colours": 2}}`:                                                                      `at /colouring/edges/0`,
		`{"machine": {"jobs": [{"name": "a", "time": 1, "due": -2}]}}`:                                                                   `at /machine/jobs/0: found the time 1, the due date -2`,
		`{"machine": {"jobs": [{"name": "a", "time": 1}]}}`:                                                                              `at /machine/jobs/0: found no time or no due date`,
		`{"machine": {"jobs": [{"name": "a", "time": 1, "due": 2e9}]}}`:                                                                  `at /machine/jobs: found 2e+09, which with a scale`,
		`{"flow_shop": {"jobs": [{"name": "a", "times": [1, -2]}]}}`:                                                                     `at /flow_shop/jobs/0/times/1: found -2, expected a time of 0 or more`,
		`{"job_shop": {"jobs": [{"name": "a", "operations": []}]}}`:                                                                      `at /job_shop/jobs/0/operations: found no operation`,
		`{"job_shop": {"jobs": [{"name": "a", "operations": [{"machine": "saw"}]}]}}`:                                                    `at /job_shop/jobs/0/operations/0/time: found no time of 0 or more`,
		`{"job_shop": {"jobs": [{"name": "b", "operations": [{"machine": "sew", "time": 1}]}], "machines": ["saw"]}}`:                    `at /job_shop/jobs/0/operations/0/machine: found "sew", expected the name of a machine, did you mean "saw"?`,
		`{"job_shop": {"jobs": [{"name": "a", "operations": [{"machine": "saw", "time": 1}]}, {"name": "b", "operations": []}]}}`:        `at /job_shop/jobs/1/operations: found no operation, expected one`,
		`{"job_shop": {"jobs": [{"name": "a", "operations": [{"machine": "saw", "time": 1}, {"machine": "saw", "time": 0}]}]}}`:          `at /job_shop/jobs/0/operations/1/machine: found "saw" a second time`,
		`{"job_shop": {"jobs": [{"name": "a", "release": -1, "operations": []}]}}`:                                                       `at /job_shop/jobs/0/release: found -1`,
		`{"job_shop": {"jobs": []}}`:                                                                                                     `at /job_shop/jobs: found no job`,
		`{"tasks": {"tasks": [{"name": "a", "times": []}]}}`:                                                                             `at /tasks/tasks/0/times: found 0 times`,
		`{"routes": {"depot": {"name": "d", "x": 0, "y": 0}, "capacity": 1, "customers": [{"name": "a", "x": 1, "y": 0, "demand": 2}]}}`: `at /routes/customers/0/demand: found 2`,
		`{"routes": {"depot": {"name": "d", "x": 0, "y": 0}, "capacity": 3, "vehicles": 1, "customers": [{"name": "a", "x": 1, "y": 0, "demand": 2}, {"name": "b", "x": 2, "y": 0, "demand": 2}]}}`: `at /routes/vehicles: found 1, expected 2 at least`,
		`{"vehicles": [{"id": 1, "time_window": [0, 9]}]}`:                 `at /vehicles/0/time_window: time window cannot be kept here`,
		`{"vehicles": [{"id": 1, "speed_facto": 1}]}`:                      `did you mean "speed_factor"?`,
		`{"fleet_data": {"vehicle_locations": [], "vehicle_breaks": [1]}}`: `at /fleet_data/vehicle_breaks: vehicle breaks cannot be kept here`,
		`{"tour": null}`: `the document: found no model, expected a member with one: tour, routes`,
		`{"tour": {"places": [{"name": "a", "x": 1}]}}`:                                                                                           `at /tour/places/0: found no x or no y, expected both`,
		`{"tour": {"edges": [{"from": 1, "to": 2}]}}`:                                                                                             `at /tour/edges/0/length: found none`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "names": ["a", 1.5]}}`:                                                                             `m.json: at /tour/names/1: found 1.5, expected a name`,
		`{"tour": {"matrix": [[0, 1], [1, 0]], "forbidden": [[0, 1, 2]]}}`:                                                                        `at /tour/forbidden/0: found another length, expected a list of 2`,
		`{"tour": {"places": [{"name": "a", "x": 1e308, "y": -1e308}, {"name": "b", "x": -1e308, "y": 1e308}]}}`:                                  `at /tour: found +Inf`,
		`{"routes": {"customers": [{"name": "a", "x": 1, "y": 1, "demand": 1}]}}`:                                                                 `at /routes/depot: found no x or no y`,
		`{"routes": {"depot": {"name": "d", "x": 0, "y": 0}, "customers": [{"name": "a", "y": 1, "demand": 1}]}}`:                                 `at /routes/customers/0: found no x or no y`,
		`{"routes": {"depot": {"name": "d", "x": 0, "y": 0}, "vehicles": 1000000000, "customers": [{"name": "a", "x": 1, "y": 1, "demand": 1}]}}`: `at /routes/vehicles: found 1000000000, expected 1 to`,
		`{"own": {"permutation": 1000000000000}}`:                                                                                                 `at /own: found 1000000000000 elements, expected 1 to`,
		`{"own": {"reals": [[0, null]]}}`:                                                                                                         `at /own/reals/0/1: found null, expected a number`,
		`{"colouring": {"edges": [["a", "b"]], "colours": null}}`:                                                                                 `at /colouring/colours: found null`,
		`{"job_shop": {"jobs": [{"name": "a", "release": 1e15, "operations": [{"machine": "m", "time": 1}]}]}}`:                                   `at /job_shop/jobs: found 1e+15`,
		`{"job_shop": {"jobs": [{"name": "a", "operations": [{"time": 1}]}]}}`:                                                                    `at /job_shop/jobs/0/operations/0/machine: found ""`,
		`{"job_shop": {"machines": ["m", "m"], "jobs": []}}`:                                                                                      `at /job_shop/machines/1: found "m" a second time`,
		twoJobs + `{"name": "c", "of": "a", "at": 0}]}`:                                                                                           `at /constraints/0/of: found the job "a", expected one of its operations, as a/MACHINE`,
		twoJobs + `{"name": "c", "of": "a/saw", "at": 2}]}`:                                                                                       `at /constraints/0/at: found "2", expected the name of a place of the order`,
		twoJobs + `{"name": "c", "of": "a/sow", "at": 0}]}`:                                                                                       `at /constraints/0/of: found "a/sow", expected the name of a job, or of an operation as JOB/MACHINE, did you mean "a/saw"?`,
		twoJobs + `{"name": "c", "of": "a", "by": -1}]}`:                                                                                          `at /constraints/0/by: found -1, expected a time from 0`,
		twoJobs + `{"name": "c", "of": "a", "from": 1, "by": 2}]}`:                                                                                `at /constraints/0: expected one of "before"; "of" and "at", "from" or "by"; "amounts"`,
		twoJobs + `{"name": "c", "from": 1}]}`:                                                                                                    `at /constraints/0: expected one of "before"`,
		twoJobs + `{"name": "c", "before": ["a", "b"]}, {"name": "d", "before": ["b/saw", "a/saw"]}]}`:                                            `at /constraints: found orders by which "`,
		twoJobs + `{"name": "c", "before": ["b/saw", "b/mill"]}]}`:                                                                                `at /constraints: found orders by which "b/mill" has to wait for itself`,
		`{"machine": {"jobs": [{"name": "a", "time": 1, "due": 2}]}, "constraints": [{"name": "c", "of": "a", "by": 1}]}`:                         `at /constraints/0: found a time, which this model has none of`,
		strings.Repeat("[", 100_000):                                                                                                              `…`,
		`{"tour": {"matrix": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`:                                                     `at /tour/matrix/0/0: found [[[`,
		`{"own": {"bits": 3}, "constraints": [{"name": "c", "of": 0, "at": 0}]}`:                                                                  `at /constraints/0: found the constraint "c", expected none: the program`,
		`{"tasks": {"tasks": [{"name": "a", "times": [1]}]}, "constraints": [{"name": "c", "before": ["a", "a"]}]}`:                               `at /constraints/0/before: found an order, which this model has none of`,
		`{"qubo": {"matrix": [[1]]}, "constraints": [{"name": "c", "optional": [0], "weight": 1}]}`:                                               `at /constraints/0/optional: found elements that may be left out, which bits have none of`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "optional": [0]}]}`:                                             `at /constraints/0: found no weight`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "amounts": {"0": 1}}]}`:                                         `at /constraints/0: expected one of`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "amounts": {"2": 1}, "most": 1}]}`:                              `at /constraints/0/amounts/2: found "2", expected the name of a row`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "amounts": {"0": 1}, "most": 1, "at": 0}]}`:                     `at /constraints/0/at: found a place, expected none`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "a,b", "before": [0, 1]}]}`:                                          `at /constraints/0/name: constraint 0 is named "a,b"`,
		`{"tour": {"matrix": [[0, 1], [2, 0]], "start": 0}, "constraints": [{"name": "c", "optional": [0], "weight": 1}]}`:                        `at /constraints/0/optional/0: found "0", where the order has to begin`,
		`{"tour": {"matrix": [[0, 1], [2, 0]], "start": 0}, "constraints": [{"name": "c", "of": 1, "at": 0}]}`:                                    `at /constraints/0: found a place that another constraint takes`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c"}]}`:                                                              `at /constraints/0: expected one of "before"; "of" and "at"; "amounts" and "most"; or "optional"`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "before": [0, 0]}]}`:                                            `at /constraints/0/before: found an element twice`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "of": 1, "at": 2}]}`:                                            `at /constraints/0/at: found "2", expected the name of a place of the order`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "of": 1, "at": 1}, {"name": "d", "of": 0, "at": 1}]}`:           `at /constraints/1: found a place that another constraint takes`,
		`{"ordering": {"matrix": [[0, 1], [2, 0]]}, "constraints": [{"name": "c", "before": [0, 1], "weight": 0.5}]}`:                             `at /constraints/0/weight: found 0.5, expected a multiple of 1`,
		`{"linear": {"a": -1}, "vartype": "BINARY"}`:                                                                                              `at /linear: no member "linear" is known here`,
		strings.Repeat(`[`, 20000):                `exceeded max depth`,
		`["` + strings.Repeat("a", 64<<20) + `"]`: `expected 67108864 at most`,
	} {
		_, err := catalogue.All().Parse([]byte(text), "m.json", "")
		if err == nil || !strings.HasPrefix(err.Error(), "multiwalk: m.json: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.90s:\n%v\nwant %s", text, err, want)
		}
	}
}

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

// Tables are tours, and say in which line they are wrong.
func TestTables(t *testing.T) {
	for text, want := range map[string]string{
		"name,x,y\nBern,0,0\nBasel,3,0\nChur,3,4\n": `{"objective":12,"order":["Bern","Basel","Chur"]}`,
		"id;x;y\n7;0;0\n9;3;0\n":                    `{"objective":6,"order":[7,9]}`,
		"from,to,distance\na,b,1.5\nb,c,2\nc,a,3\n": `{"objective":6.5,"order":["a","b","c"]}`,
		"0,1,2\n1,0,3\n2,3,0\n":                     `{"objective":6,"order":[0,1,2]}`,
		",A,B,C\nA,,1,2\nB,1,,3\nC,2,3,\n":          `{"objective":6,"order":["A","B","C"]}`,
		"A\tB\tC\n0\t1\t2\n1\t0\t3\n2\t3\t0\n":      `{"objective":6,"order":["A","B","C"]}`,
		",1,2,3\n1,0,1,2\n2,1,0,3\n3,2,3,0\n":       `{"objective":6,"order":[1,2,3]}`,
		"name,x,y\nBern,0,zero\n":                   `line 2, column 3: found "zero", expected a number`,
		"name;x;y\na;0,5;1\n":                       `line 2, column 2: found "0,5", expected a number; fractions have a point`,
		"0,1\n1,0,3\n":                              `line 2: found 3 cells, expected 2`,
		",A,B\nA,0,1\nC,1,0\n":                      `line 3: found "C", expected "B"`,
		"0,1\n":                                     `found 1 rows, expected a matrix`,
	} {
		in, err := catalogue.All().Parse([]byte(text), "m.csv", "")
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			x := make([]int32, in.Problem.Space().Len())
			for i := range x {
				x[i] = int32(i)
			}
			got = string(in.Answer(x))
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

// A matrix without a word is what the format says.
func TestBareMatrix_OfAFormat(t *testing.T) {
	for format, want := range map[string]string{"": "tsp", "hpp": "hpp", "ordering": "ordering", "qubo": "qubo"} {
		in, err := catalogue.All().Parse([]byte("[[0,1],[1,0]]"), "m.json", format)
		if err != nil || in.Format.Name != want {
			t.Errorf("as %q: %v, %v", format, in, err)
		}
	}
	if _, err := catalogue.All().Parse([]byte("[[0,1],[1,0]]"), "m.json", "qap"); err == nil || !strings.Contains(err.Error(), "leave --problem out") {
		t.Error(err)
	}
}

// FuzzRead reads any document: it is refused by its name, or its solutions are read as they are written.
func FuzzRead(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.document, "m.json")
	}
	for _, document := range restrictedDocuments {
		f.Add(document, "m.json")
	}
	f.Add("name,x,y\nBern,0,0\nBasel,3,0\n", "m.csv")
	f.Add(",A,B\nA,,1\nB,1,\n", "m.csv")
	f.Fuzz(func(t *testing.T, document, file string) {
		if len(document) > 2000 {
			return
		}
		d, err := model.Read([]byte(document), file, "")
		if d == nil || err != nil || d.Problem.Space().Len() > 1000 {
			return
		}
		x := make([]int32, d.Problem.Space().Len())
		d.Problem.Space().Random(multiwalk.NewRand(1, 0), x)
		var text bytes.Buffer
		if err := d.Solutions.WriteSolution(&text, x); err != nil {
			t.Fatal(err)
		}
		if walk.Feasible(d.Problem, x) != nil {
			return
		}
		shown := text.String()
		y, err := d.Solutions.ReadSolution(&text, "answer")
		if err != nil {
			t.Fatalf("%s: %v", shown, err)
		}
		if d.Problem.Cost(x) != d.Problem.Cost(y) {
			t.Fatalf("%s is read as another solution", shown)
		}
	})
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
