package model_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/problem/catalogue"
)

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

// Tables are tours, and say in which line they are wrong.
func TestTables(t *testing.T) {
	for text, want := range map[string]string{
		"name,x,y\nBern,0,0\nBasel,3,0\nChur,3,4\n":                    `{"objective":12,"order":["Bern","Basel","Chur"]}`,
		"id;x;y\n7;0;0\n9;3;0\n":                                       `{"objective":6,"order":[7,9]}`,
		"from,to,distance\na,b,1.5\nb,c,2\nc,a,3\n":                    `{"objective":6.5,"order":["a","b","c"]}`,
		"0,1,2\n1,0,3\n2,3,0\n":                                        `{"objective":6,"order":[0,1,2]}`,
		",A,B,C\nA,,1,2\nB,1,,3\nC,2,3,\n":                             `{"objective":6,"order":["A","B","C"]}`,
		"A\tB\tC\n0\t1\t2\n1\t0\t3\n2\t3\t0\n":                         `{"objective":6,"order":["A","B","C"]}`,
		",1,2,3\n1,0,1,2\n2,1,0,3\n3,2,3,0\n":                          `{"objective":6,"order":[1,2,3]}`,
		"name,x,y\nBern,0,zero\n":                                      `line 2, column 3: found "zero", expected a number`,
		"name;x;y\na;0,5;1\n":                                          `line 2, column 2: found "0,5", expected a number; fractions have a point`,
		"0,1\n1,0,3\n":                                                 `line 2: found 3 cells, expected 2`,
		",A,B\nA,0,1\nC,1,0\n":                                         `line 3: found "C", expected "B"`,
		"name,x,y\nZ\xfcrich,0,0\nB,1,0\n":                             `line 2: found "Z\xfcrich,0,0", expected UTF-8; save the file as CSV in UTF-8`,
		"city,lat,lon\nBern,46.9,7.4\nBasel,47.5,7.6\nChur,46.8,9.5\n": `line 2, column 1: found "Bern", expected a number of a matrix; titles name,x,y or`,
		"0,1\n": `found 1 rows, expected a matrix`,
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
