package catalogue

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
)

// FILE#2 is the second instance of a file of several, with a name, a hash and lines of its own.
func TestContent_OfSeveralInstances(t *testing.T) {
	t.Chdir(t.TempDir())
	for file, text := range map[string]string{"b.txt": several, "g.txt": graph, "odd#1": graph} {
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	hashes := map[string]bool{}
	for file, name := range map[string]string{"b.txt#1": "b-1", "b.txt#2": "b-2", "odd#1": "odd#1"} {
		content := must.Have(all.Content(file, nil))(t)
		in, err := all.Parse(content, file, "")
		if err != nil || in.Name != name {
			t.Fatalf("%s: %v, %v", file, in, err)
		}
		hashes[in.Hash] = true
	}
	must.Fail(t, `it holds no instance "two"; choose one by its number, b.txt#1`)(all.Content("b.txt#two", nil))
	if content, err := all.Content("-#2", strings.NewReader(several)); err != nil || len(hashes) != 3 {
		t.Errorf("%v, %v", hashes, err)
	} else if in, err := all.Parse(content, "-#2", "bqp"); err != nil || in.Problem.Space().Len() != 3 || in.Format.Told(-4) != 4 || in.Format.Word() != "value" {
		t.Errorf("the second instance from the standard input: %v, %v", in, err)
	}
	for file, says := range map[string]string{"b.txt#3": "it holds 2, #1 to #2", "g.txt#1": "holds one instance; leave #1 out", "none#1": "no such file"} {
		must.Fail(t, says)(all.Content(file, nil))
	}
}

func TestContent(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must.Fail(t, "is a directory")(all.Content(dir, nil))
	must.Fail(t, "no such file")(all.Content("none.tsp", nil))
	if got, err := all.Content("nqueens:7", nil); err != nil || string(got) != "nqueens:7" {
		t.Errorf("an instance that is its name: %q, %v", got, err)
	}
	for name, format := range map[string]string{"sat:n20-r4.2": "maxsat", "xorsat:n8-s3": "maxsat", "perceptron:9x11:2": "perceptron"} {
		text := must.Have(all.Content(name, nil))(t)
		in, err := all.Parse(text, name, "")
		if err != nil || in.Name != name || in.Format.Name != format {
			t.Errorf("%s: %+v, %v", name, in, err)
		} else if best, known := in.BestKnown(); known != (format == "perceptron") || best.Proven != known {
			t.Errorf("%s: best known %+v, %v", name, best, known)
		}
	}
	if got, err := all.Content(problem.Stdin, strings.NewReader("text")); err != nil || string(got) != "text" {
		t.Errorf("standard input: %q, %v", got, err)
	}
	for _, name := range all.Builtin() {
		text, err := all.Content(name, nil)
		if err != nil || !all.IsBuiltin(name, text) {
			t.Fatalf("built-in %s: %v", name, err)
		}
		in := must.Have(all.Parse(text, name, ""))(t)
		if best, ok := in.BestKnown(); !ok || best.Proven {
			t.Errorf("built-in %s: best known %+v, %v; want one that is not proven", name, best, ok)
		}
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "demo"), []byte("mine"), 0o644))
	if got, err := all.Content("demo", nil); err != nil || string(got) != "mine" {
		t.Errorf("a file with a built-in's name: %q, %v; want the file", got, err)
	}
}

// A name of nothing gets the nearest one that there is: of a generator, of a built-in instance, of a file without its ending.
func TestContent_DidYouMean(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"square.tsp", "tiny.dat"} {
		must.Do(t, os.WriteFile(file, []byte(square), 0o644))
	}
	for name, want := range map[string]string{
		"percepton:73x73": `did you mean "perceptron:73x73"?`, "nquens:8": `did you mean "nqueens:8"?`, "xorsta:n30": `did you mean "xorsat:n30"?`,
		"q3pa:tiny.dat": `did you mean "q3ap:tiny.dat"?`, "dmeo": `did you mean "demo"?`, "square": `did you mean "square.tsp"?`,
		"q3ap:tiny": `did you mean "q3ap:tiny.dat"?`, "q3ap-df:tiny": `did you mean "q3ap-df:tiny.dat"?`,
		"psychic:9": "", "pcb442": "", "q3ap:none": "", ":": "", "q3ap:dmeo": "",
	} {
		_, err := all.Content(name, nil)
		if err == nil || !strings.Contains(err.Error(), "no such file") || !strings.Contains(err.Error(), want) ||
			want == "" && strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// The name of a kind of problem is not one of an instance, and the error says which there are.
func TestContent_OfAKindOfProblem(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, want := range map[string]string{"maxcut": "such as maxcut:800, draws one", "qap": "give an instance of it (QAPLIB)"} {
		must.Fail(t, want)(all.Content(name, nil))
	}
}

// Whatever gzip packed is the text in it: its ending, its name, its best known cost and its hash.
func TestContent_OfPackedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(file, text string) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		must.Do(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	write("square.tsp.gz", square)
	write("tiny.dat.gz", assign)
	write("packed", assign)
	write("b.txt.gz", several)
	write("G.RUD.GZ", graph)
	for file, want := range map[string][2]string{"square.tsp.gz": {"tsp", "square"}, "tiny.dat.gz": {"qap", "tiny"}, "packed": {"qap", "packed"},
		"b.txt.gz#2": {"bqp", "b-2"}, "G.RUD.GZ": {"maxcut", "G"}, "q3ap:tiny.dat.gz": {"q3ap", "tiny"}} {
		content := must.Have(all.Content(file, nil))(t)
		in, err := all.Parse(content, file, "")
		if err != nil || in.Format.Name != want[0] || in.Name != want[1] || want[0] != "q3ap" && in.Problem.(multiwalk.Namer).Name() != want[1] {
			t.Errorf("%s: %+v, %v", file, in, err)
		}
	}
	gz, _ := os.ReadFile("square.tsp.gz")
	if got, err := all.Content(problem.Stdin, bytes.NewReader(gz)); err != nil || string(got) != square {
		t.Errorf("from the standard input: %q, %v", got, err)
	}
	must.Do(t, os.WriteFile("cut.tsp.gz", gz[:len(gz)-9], 0o644))
	for file, says := range map[string]string{"cut.tsp.gz": "it is packed by gzip and cut short after", "square": `did you mean "square.tsp.gz"?`} {
		must.Fail(t, says)(all.Content(file, nil))
	}
}
