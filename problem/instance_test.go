package problem

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// plain is an order of n elements, and offers nothing else.
type plain int

func (p plain) Space() multiwalk.Space { return multiwalk.Permutation(int(p)) }
func (plain) Cost(x []int32) int64     { return int64(x[0]) }

// drawn draws too.
type drawn struct{ plain }

func (drawn) SVG(w io.Writer, _ []int32) error {
	_, err := io.WriteString(w, "<svg/>")
	return err
}

// lengths is a catalogue of one format, whose texts are as long as their orders.
var lengths = Catalogue{Command: "lengths", Formats: []Format{{Name: "length", Pictures: []string{".svg"}, Endings: []string{".len"},
	Read: func(content []byte, _ string) (multiwalk.Problem, error) {
		if content[0] == 'd' {
			return drawn{plain(len(content))}, nil
		}
		return plain(len(content)), nil
	}}}}

// What the type does not write itself is written as numbers in one line, and read so.
func TestInstance_NumbersInALine(t *testing.T) {
	in, err := lengths.Parse([]byte("xxxx"), "four.len", "")
	if err != nil || in.Name != "four" || in.Format.Name != "length" {
		t.Fatal(in, err)
	}
	var text strings.Builder
	if err := in.WriteSolution(&text, []int32{2, 0, 3, 1}); err != nil || text.String() != "2 0 3 1\n" {
		t.Errorf("%v, writes %q", err, text.String())
	}
	if x, err := in.ReadSolution(strings.NewReader(" 2 0\n3 1"), "f"); err != nil || !slices.Equal(x, []int32{2, 0, 3, 1}) {
		t.Errorf("reads %v, %v", x, err)
	}
	for _, wrong := range []string{"", "2 0 3", "2 0 3 1 4", "2 0 3 x", "2 0 3 99999999999"} {
		if x, err := in.ReadSolution(strings.NewReader(wrong), "f"); err == nil || !strings.Contains(err.Error(), "f:1") {
			t.Errorf("%q is read as %v, %v", wrong, x, err)
		}
	}
	if best, ok := in.BestKnown(); ok {
		t.Errorf("the best known is %+v", best)
	}
}

// A format may have pictures that not all that it reads draws.
func TestInstance_PictureOfWhatDraws(t *testing.T) {
	for text, draws := range map[string]bool{"xx": false, "dd": true} {
		in := must.Have(lengths.Parse([]byte(text), "a.len", ""))(t)
		var picture strings.Builder
		if err := in.Draw(&picture, "a.svg", nil); draws != (err == nil) || draws != (picture.String() == "<svg/>") {
			t.Errorf("%s: %v, %q", text, err, picture.String())
		}
	}
}

// A file of any ending is of the only format there is; errors name the program.
func TestCatalogue_OfOneFormat(t *testing.T) {
	if in, err := lengths.Parse([]byte("xx"), "a.txt", ""); err != nil || in.Format.Name != "length" {
		t.Error(in, err)
	}
	must.Fail(t, `did you mean "length"?`)(lengths.Parse([]byte("xx"), "a.txt", "lenght"))
	must.Fail(t, "lengths problems lists the names")(lengths.Content("none", nil))
}
