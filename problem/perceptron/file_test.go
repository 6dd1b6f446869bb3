package perceptron

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestRead_WhatWriteWrote(t *testing.T) {
	for _, size := range sizes {
		p := planted(t, size[0], size[1])
		var b bytes.Buffer
		if err := p.Write(&b); err != nil || !Sniff(b.Bytes()) {
			t.Fatal(err)
		}
		text := "c an instance\n\n" + strings.ReplaceAll(b.String(), "\n", "\r\n")
		q, err := Read(strings.NewReader(text), "f")
		if err != nil || !Sniff([]byte(text)) || !slices.Equal(p.columns, q.columns) || !slices.Equal(p.target, q.target) {
			t.Errorf("%s: %v", p.Name(), err)
		}
	}
}

func TestRead_Refuses(t *testing.T) {
	for text, says := range map[string]string{
		"":                                               "f:1: found the end of the file, expected p;",
		"p qubo 1 2":                                     `f:1: found "qubo", expected perceptron`,
		"p perceptron 0 2":                               `found "0", expected the number of rows, a whole number from 1 to 1023`,
		"p perceptron 2 x":                               `found "x", expected the number of columns`,
		"p perceptron 2 3\n+-+\n+-\n":                    `f:3: found row 2, "+-", of length 2, expected 3 signs`,
		"p perceptron 2 3\n+-+\n":                        `row 2, the end of the file, of length 0`,
		"p perceptron 2 3\n+-+\nc x\n+1-":                `f:4: found '1' in column 2 of row 2, expected + or -`,
		"p perceptron 1 3\n+-+\n2\n":                     `f:3: found 2, expected odd products`,
		"p perceptron 1 3\n+-+\n-1\n":                    `found "-1", expected a product, a whole number from 0 to 3`,
		"p perceptron 1 3\n+-+\n1\n\n1\n":                `f:5: found "1", expected the end of the file after 1 products`,
		"p perceptron 1 3\n+-+\n1 \x00\n":                "it is no text",
		"p perceptron 1 1\n" + strings.Repeat("+", 9999): `"++++++++++++++++++++++++++++++++++++++++"..., of length 1024`,
	} {
		if p, err := Read(strings.NewReader(text), "f"); p != nil || err == nil || !strings.HasPrefix(err.Error(), "f:") ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text[:min(len(text), 60)], err, says)
		}
	}
}

func TestNamed(t *testing.T) {
	p, err := Named("perceptron:101x117:7\n", "f")
	if err != nil || p.Rows() != 101 || p.Columns() != 117 || p.Name() != "perceptron:101x117:7" {
		t.Fatalf("%v, %v", p, err)
	}
	for _, name := range []string{"perceptron:", "perceptron:9", "perceptron:9x", "perceptron:0x9", "perceptron:9x1024", "perceptron:9x9:", "perceptron:9x9:-1",
		"perceptron:9x9x9"} {
		if p, err := Named(name, "f"); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// Whatever a file holds, it is refused or read, and what is read is written and read again alike.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"p perceptron 1 3\n+-+\n1\n", "c\np perceptron 2 2\n++\n--\n0 2\n", "p perceptron 1023 1023\n", "p perceptron 2 1\n+\n-"} {
		f.Add([]byte(text))
	}
	for _, s := range boundedtest.Seeds("p perceptron # #\n+-+\n1\n", "p perceptron 1 #\n+-+\n#\n", "p perceptron 2 3\n+-+\n---\n# #\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		Sniff(text)
		var p *Instance
		var err error
		boundedtest.Linear(t, len(text), func() { p, err = Read(bytes.NewReader(text), "f") })
		if err != nil {
			if p != nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Fatalf("%v, %v", p, err)
			}
			return
		}
		var b bytes.Buffer
		must.Do(t, p.Write(&b))
		if q, err := Read(&b, "f"); err != nil || !slices.Equal(p.columns, q.columns) || !slices.Equal(p.target, q.target) {
			t.Fatal(err)
		}
	})
}
