package knapsack

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

const twoOfMknap = "2\n3 1 0\n1 2 3\n4 5 6\n7\n2 2 9\n1 2\n3 4\n5 6\n7 8\n"

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 `f:1: found "" where the word p should be: begin with p knapsack`,
		"p qubo":                           `f:1: found "qubo" where the word knapsack should be`,
		"p knapsack":                       "f:1: the file ends where the number of items should be",
		"p knapsack 0 1":                   "f:1: found 0 as the number of items",
		"p knapsack 1 2000":                "f:1: found 2000 as the number of rows",
		"p knapsack 2 1\n-1":               "f:2: found -1 as the capacity of row 1; it must be from 0",
		"p knapsack 2 1\n9\n1 2\n3 x":      `f:4: found "x" where the weight of item 2 in row 1 should be`,
		"p knapsack 2 1\n9\n1 2\n3 4.5":    "f:4: found 4.5 as the weight of item 2 in row 1; it must be a whole number: multiply",
		"p knapsack 2 1\n9\n1 2\n-3 4":     "f:4: found -3 as the profit of item 2",
		"p knapsack 2 1\n9\n1 2\n3 4 5":    `f:4: found "5" after 2 items, where the file should end`,
		"p knapsack 2 1\n9\n1 2\n3 4\n":    "",
		"p knapsack 1 2\n9 8\n1 2\n":       "f:4: the file ends where the weight of item 1 in row 2 should be",
		"p knapsack 1 1\n1e30\n1 2\n":      "f:2: found 1e30 as the capacity of row 1",
		"p knapsack 1 1\n4\n3e9 2\n":       "f:3: found 3e9 as the profit of item 1; it must be from 0 to 2147483647: scale",
		"\ufeffp knapsack 1 1\r\n4\r\n1 2": "",
	} {
		expect(t, text, want, one(Read))
	}
	for text, want := range map[string]string{
		"":                     "f:1: the file ends where the number of items should be",
		"2\n9\n1 2\n3":         "f:4: the file ends where the weight of item 2 should be",
		"2\n9\n1 2\n3 4\n5 6":  `f:5: found "5" after 2 items`,
		"2\n9\n1 2\n3 -4\n":    "f:4: found -4 as the weight of item 2",
		"2\n9\n1 2\n3 4\n":     "",
		"2\n9 1 2 3 4":         "",
		"99999999\n9\n1 2\n":   "f:1: found 99999999 as the number of items",
		"2\nabc\n1 2\n3 4\n":   `f:2: found "abc" where the capacity of row 1 should be`,
		"2\n9\n1 2\n3 1e10\n":  "f:4: found 1e10 as the weight of item 2",
		"2\n9\n1.0 2\n3e0 4\n": "",
	} {
		expect(t, text, want, one(ReadPisinger))
	}
	for text, want := range map[string]string{
		"":                      "f:1: the file ends where the number of instances should be",
		"0":                     "f:1: found 0 as the number of instances",
		twoOfMknap[:20]:         "f:5: the file ends where the capacity of row 1 of instance 1 should be",
		twoOfMknap[:26]:         "f:6: the file ends where the best profit known of instance 2, or 0 should be",
		twoOfMknap + "1":        `f:11: found "1" after instance 2, where the file should end`,
		"1\n1 1 x":              `f:2: found "x" where the best profit known, or 0 should be`,
		"1\n1000000 1000 0":     "f:2: found 1000 as the number of rows; it must be from 1 to 100",
		"1\n2 1 0\n600.1 2\n":   "f:3: found 600.1 as the profit of item 1; it must be a whole number",
		"1\n1 1 0.5\n3\n4\n5\n": "",
		twoOfMknap:              "",
	} {
		expect(t, text, want, several)
	}
}

// reading is a reader of any number of instances.
type reading func(r io.Reader, file string) ([]*Instance, error)

func several(r io.Reader, file string) ([]*Instance, error) { return ReadORLibrary(r, file) }

func one(read func(io.Reader, string) (*Instance, error)) reading {
	return func(r io.Reader, file string) ([]*Instance, error) {
		p, err := read(r, file)
		return []*Instance{p}, err
	}
}

func expect(t *testing.T, text, want string, read reading) {
	t.Helper()
	_, err := read(strings.NewReader(text), "f")
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
		t.Errorf("%q: %v, want %s", text, err, want)
	}
}

// An instance of a file of several is the same as in the whole file, and its errors have the lines of that.
func TestPart(t *testing.T) {
	all, err := ReadORLibrary(strings.NewReader(twoOfMknap), "f.txt")
	if err != nil || len(all) != 2 || all[1].Name() != "f-2" {
		t.Fatal(all, err)
	}
	for k, p := range all {
		text := must.Have(Part([]byte(twoOfMknap), "f.txt", k+1))(t)
		alone, err := ReadORLibrary(bytes.NewReader(text), "f.txt#2")
		if err != nil || alone[0].identity() != p.identity() || alone[0].Name() != "f-2" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if text, _ := Part([]byte(twoOfMknap), "f", 2); !bytes.HasPrefix(text, []byte("1\n\n\n\n\n2 2 9\n")) {
		t.Errorf("%q has other lines", text)
	}
	for number, want := range map[int]string{0: "f: there is no instance 0; it holds 2, #1 to #2", 3: "f: there is no instance 3"} {
		must.Fail(t, want)(Part([]byte(twoOfMknap), "f", number))
	}
	for _, text := range []string{"p knapsack 1 1\n1\n1 1\n", "3\n10\n5 4\n6 5\n7 6\n"} { // Write's form, Pisinger's
		if _, err := Part([]byte(text), "f", 1); err == nil || !strings.Contains(err.Error(), "only a file of OR-Library's mknap, or a table") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWrite_IsRead(t *testing.T) {
	for _, rows := range []int{1, 4} {
		p, text := must.Be(Draw(9, rows, 2)), bytes.Buffer{}
		must.Do(t, p.Write(&text))
		if !Sniff(text.Bytes()) {
			t.Error("what is written is not known again")
		}
		again := must.Have(Read(&text, p.Name()))(t)
		for x := range runtest.Solutions(p.Space()) {
			if p.Cost(x) != again.Cost(x) {
				t.Fatal(x)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"p knapsack 2 1\n9\n1 2\n3 4\n", "2\n9\n1 2\n3 4\n", twoOfMknap, "p knapsack 1 1\n0\n2147483647 2147483647\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, read := range []reading{one(Read), one(ReadPisinger), several} {
			var list []*Instance
			var err error
			boundedtest.Linear(t, len(text), func() { list, err = read(bytes.NewReader(text), "f") })
			if err != nil {
				if !strings.HasPrefix(err.Error(), "f:") || errors.Is(err, io.EOF) {
					t.Fatalf("an error without its place: %v", err)
				}
				continue
			}
			for _, p := range list {
				x := make([]int32, len(p.profit))
				p.Construct(multiwalk.NewRand(1, 0), x)
				if len(p.Violations(x)) > 0 || p.Cost(x) < p.LowerBound() {
					t.Fatalf("%v costs %d, bound %d, %v", x, p.Cost(x), p.LowerBound(), p.Violations(x))
				}
			}
		}
		Sniff(text)
		SniffPisinger(text)
		if SniffORLibrary(text) {
			must.Have(Part(text, "f", 1))(t)
		}
	})
}

const table = "knapPI_1_2_9_1\nn 2\nc 4\nz 7\ntime 0.01\n1,5,3,0\n2,7,4,1\n-----\n"

// Pisinger's published tables: an instance, two of them by number, and what is wrong with one.
func TestReadTable(t *testing.T) {
	for text, want := range map[string]string{
		table:                                       "",
		strings.ReplaceAll(table, "\n", "\r\n"):     "",
		strings.TrimSuffix(table, "-----\n"):        "",
		table[:len(table)-8]:                        "f:7: the file ends where whether the best solution has item 2 should be",
		strings.Replace(table, "c 4", "d 4", 1):     `f:3: found "d" where the word c should be`,
		strings.Replace(table, "n 2", "n 0", 1):     "f:2: found 0 as the number behind n",
		strings.Replace(table, "\n2,7", "\n3,7", 1): "f:7: found 3 as the number of an item; it must be from 2 to 2",
	} {
		expect(t, text, want, one(ReadTable))
	}
	second, err := Part([]byte(table+"\n"+table), "f", 2)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ReadTable(bytes.NewReader(second), "f")
	if err != nil || p.Name() != "knapPI_1_2_9_1" || p.Space().Len() != 2 || SniffTable([]byte(twoOfMknap)) {
		t.Error(p, err)
	}
}
