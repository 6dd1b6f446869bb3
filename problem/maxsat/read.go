package maxsat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// mostVariables bounds variables. A file may promise more than it names, but not out of proportion to its length.
const (
	mostVariables = math.MaxInt32 / 2
	spare         = 1 << 16 // variables that no clause need name
	spareEach     = 8       // and these more for each literal
)

// Read reads an instance in one of three forms. The file's name serves the instance's name and the errors, which say file and
// line, what was found and expected, and what to do.
//
//   - DIMACS CNF: "p cnf variables clauses", then the literals of each clause and 0. It may end with SATLIB's "%".
//   - WCNF as it was until 2021: "p wcnf variables clauses top", then the weight, the literals and 0. A clause of weight top or
//     more is hard; without top none is.
//   - WCNF of 2022: no header; clauses begin with their weight, or with h if they are hard.
//
// Without a header the first of these is told by the file's ending, .cnf, and the last by a line that begins with h, or by the
// ending .wcnf; anything else is refused, as nobody could say whether the first number of a line is a literal or a weight.
//
// A file may also hold the name of a generated instance alone (see Named). Lines that begin with c are comments. Duplicate
// literals, clauses with a variable and its negation, and weights of 0 are read, and change nothing. Without variables there is one
// bit that nothing depends on.
func Read(r io.Reader, file string) (*Instance, error) { return read(r, file, bounded.Instance) }

func read(r io.Reader, file string, most int64) (*Instance, error) {
	d := &reader{Words: words(r, file, most), ending: bounded.Ending(file), variables: mostVariables, promised: -1, top: math.MaxUint64}
	d.start = []int32{0}
	if generated(d.Peek(len(PrefixXor))) {
		word, err := d.Want("the name of an instance")
		if err != nil {
			return nil, err
		}
		p, err := Named(string(word))
		if err != nil {
			return nil, fmt.Errorf("%s:1: %s", file, strings.TrimPrefix(err.Error(), "multiwalk: "))
		}
		return p, nil
	}
	if err := d.read(); err != nil {
		return nil, err
	}
	p, err := d.instance(bounded.Stem(file), int(d.variables))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "multiwalk: "))
	}
	if d.promised < 0 && !d.weighted {
		p.notes = append(p.notes, fmt.Sprintf("the file has no line p cnf; read as CNF of %d variables and %d clauses", d.variables, len(d.weights)))
	}
	return p, nil
}

// generated tells whether a text begins like the name of a generated instance.
func generated(text []byte) bool {
	return bytes.HasPrefix(text, []byte(PrefixRandom)) || bytes.HasPrefix(text, []byte(PrefixXor))
}

// ReadFile reads the instance in a file, see Read.
func ReadFile(file string) (*Instance, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	defer f.Close()
	return Read(f, file)
}

// words are those of a text of clauses or literals.
func words(r io.Reader, file string, most int64) *bounded.Words {
	w := bounded.NewWords(r, file, "a DIMACS file", most)
	w.Comments, w.Remedy = "c", "correct it, or the header"
	return w
}

// reader is a file on its way to an instance.
type reader struct {
	*bounded.Words
	draft
	ending    string
	variables int64
	promised  int64 // clauses by the header; -1 without one
	top       uint64
	greatest  int64 // variable that a clause names
	at        int   // line of it
}

// read reads the header, if there is one, and the clauses.
func (d *reader) read() error {
	hard := hardLines(d.Peek(mostSniffed))
	word, err := d.Want("the header \"p cnf variables clauses\"")
	if err != nil {
		return err
	}
	switch {
	case string(word) == "p":
		if err := d.header(); err != nil {
			return err
		}
		word, err = d.Next()
	case d.ending == ".wcnf", string(word) == "h", hard:
		d.weighted = true
	case d.ending != ".cnf":
		return d.Fail("found %q, and no header above it: begin with a line such as p cnf 50 218 (variables, clauses), or name the file .cnf or .wcnf", word)
	}
	for ; err == nil; word, err = d.Next() {
		if string(word) == "%" && !d.weighted {
			break
		}
		if d.promised >= 0 && int64(len(d.weights)) == d.promised {
			return d.Fail("found %q after %d clauses, where the file should end: check the number of clauses in the header", word, d.promised)
		}
		if err := d.clause(word); err != nil {
			return err
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return d.Fail("%w", err)
	}
	return d.complete()
}

// header reads what follows p.
func (d *reader) header() error {
	word, err := d.Want("cnf or wcnf")
	if err != nil {
		return err
	}
	switch string(word) {
	case "cnf":
	case "wcnf":
		d.weighted = true
	default:
		return d.Fail("found %q after p; it must be cnf or wcnf: check that this is a DIMACS file of clauses", word)
	}
	if d.variables, err = d.Whole("the number of variables", 0, mostVariables); err != nil {
		return err
	}
	if d.promised, err = d.Whole("the number of clauses", 0, math.MaxInt32); err != nil {
		return err
	}
	if d.weighted && d.More() {
		word, err := d.Want("the weight of hard clauses")
		if err != nil {
			return err
		}
		if d.top, err = bounded.WholeUnsigned(word); err != nil || d.top == 0 {
			return d.Fail("found %q where the weight of hard clauses should be, a whole number from 1 to %d: correct the header",
				word, uint64(math.MaxUint64))
		}
	}
	return nil
}

// clause reads one that begins with word.
func (d *reader) clause(word []byte) error {
	weight, hard := int64(1), false
	d.lines = append(d.lines, int32(d.Line))
	if d.weighted {
		var err error
		if weight, hard, err = d.weight(word); err != nil {
			return err
		}
		if word, err = d.Want("a literal"); err != nil {
			return err
		}
	}
	for {
		v, err := d.Value(word, "a literal", -d.variables, d.variables)
		if err != nil {
			return err
		}
		if v == 0 {
			d.end(weight, hard)
			return nil
		}
		if len(d.literals) == math.MaxInt32 {
			return d.Fail("the file has more than %d literals; give a smaller one", math.MaxInt32)
		}
		d.literal(v)
		if v = max(v, -v); v > d.greatest {
			d.greatest, d.at = v, d.Line
		}
		if word, err = d.Next(); err != nil {
			return d.ended(err)
		}
	}
}

// ended is the error where a clause goes on.
func (d *reader) ended(err error) error {
	if errors.Is(err, io.EOF) {
		return d.Fail("the file ends where a literal, or the 0 that ends clause %d should be: it is cut short, fetch it again", len(d.weights)+1)
	}
	return d.Fail("%w", err)
}

// weight takes the first word of a weighted clause.
func (d *reader) weight(word []byte) (weight int64, hard bool, err error) {
	if string(word) == "h" && d.promised < 0 {
		return 0, true, nil
	}
	w, err := bounded.WholeUnsigned(word)
	switch {
	case errors.Is(err, bounded.ErrFraction):
		return 0, false, d.Fail("found %q where the weight of a clause should be, a whole number from 0 to %d: multiply all weights by a common "+
			"number, and round them", word, uint64(math.MaxUint64))
	case errors.Is(err, bounded.ErrRange) && word[0] == '-':
		return 0, false, d.Fail("found weight %s, and none may be negative: in place of weight -5 of a clause of one literal, 1, give "+
			"weight 5 to -1, and take 5 off the cost", word)
	case err != nil && d.promised < 0:
		return 0, false, d.Fail("found %q where a clause should begin, with its weight or with h: check that this is a DIMACS file", word)
	case err != nil:
		return 0, false, d.Fail("found %q where the weight of a clause should be, a whole number from 0 to %d: correct it", word, uint64(math.MaxUint64))
	case w >= d.top:
		return 0, true, nil
	case w > math.MaxInt64:
		return 0, false, d.Fail("found weight %d; a soft clause weighs up to %d: divide all weights by a common number", w, int64(math.MaxInt64))
	}
	return int64(w), false, nil
}

// complete checks the clauses against the header, and the variables against the clauses.
func (d *reader) complete() error {
	if d.promised > int64(len(d.weights)) {
		return d.Fail("the file ends after %d of %d clauses: it is cut short, fetch it again", len(d.weights), d.promised)
	}
	if d.promised < 0 {
		d.variables = d.greatest
	} else {
		d.at = 1
	}
	if most := int64(spare + spareEach*len(d.literals)); d.variables > most {
		d.Line = d.at
		return d.Fail("%d variables are too many for %d literals, which may have up to %d; number the variables that occur from 1 on",
			d.variables, len(d.literals), most)
	}
	return nil
}

// mostSniffed is how many bytes of a text are looked at.
const mostSniffed = 1 << 16

// Sniff reports whether a file that begins like this may be an instance: its first word is the p of a header for clauses, or it
// has lines of the 2022 format: h or a weight, literals, 0. One of them must have the h.
func Sniff(prefix []byte) bool {
	if generated(prefix) {
		return true
	}
	for line := range bytes.Lines(bounded.Unmark(prefix)) {
		if words := bytes.Fields(line); len(words) > 0 && words[0][0] != 'c' {
			if string(words[0]) == "p" {
				return len(words) > 1 && (string(words[1]) == "cnf" || string(words[1]) == "wcnf")
			}
			break
		}
	}
	return hardLines(prefix)
}

// hardLines tells whether a text begins with clauses as those of 2022, one of which is hard.
func hardLines(prefix []byte) bool {
	hard := false
	for line := range bytes.Lines(bounded.Unmark(prefix[:min(len(prefix), mostSniffed)])) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == 'c':
		case line[len(line)-1] != '\n' && len(prefix) >= mostSniffed: // cut
		case len(words) < 2 || string(words[len(words)-1]) != "0" || !clausal(words):
			return false
		default:
			hard = hard || string(words[0]) == "h"
		}
	}
	return hard
}

// clausal tells whether words may be a clause of 2022.
func clausal(words [][]byte) bool {
	for i, w := range words {
		if _, err := bounded.Whole(w); errors.Is(err, bounded.ErrNumber) && (i > 0 || string(w) != "h") {
			return false
		}
	}
	return true
}
