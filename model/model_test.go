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
