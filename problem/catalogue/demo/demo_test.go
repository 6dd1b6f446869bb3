package demo

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

var update = flag.Bool("update", false, "write demo.tsp anew")

// TestText_IsWhatTheDrawingGives keeps instance and drawing together. A coordinate may be one off: the processor's
// floating point rounds a product and a sum once or twice.
func TestText_IsWhatTheDrawingGives(t *testing.T) {
	drawn := format(cities())
	if *update {
		must.Do(t, os.WriteFile("demo.tsp", drawn, 0o644))
		return
	}
	got, want := bytes.Fields(Text), bytes.Fields(drawn)
	if len(got) != len(want) {
		t.Fatalf("demo.tsp has %d words, the drawing gives %d; run with -update", len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) && distance(got[i], want[i]) > 1 {
			t.Fatalf("demo.tsp has %q where the drawing gives %q; run with -update", got[i], want[i])
		}
	}
}

// distance of two numbers; of anything else it is great.
func distance(a, b []byte) int {
	number := func(text []byte) (n int) {
		for _, c := range text {
			if c < '0' || c > '9' {
				return 1 << 30
			}
			n = 10*n + int(c-'0')
		}
		return n
	}
	d := number(a) - number(b)
	return max(d, -d)
}

func TestCities_AreApart(t *testing.T) {
	all := cities()
	if len(all) < 300 || len(all) > 600 {
		t.Errorf("%d cities, want 300 to 600", len(all))
	}
	seen := map[[2]int32]bool{}
	for _, c := range all {
		if seen[c] {
			t.Errorf("two cities at %v", c)
		}
		seen[c] = true
		if c[0] < 0 || c[1] < 0 || c[0] > width*scale || c[1] > height*scale {
			t.Errorf("city at %v lies outside the drawing", c)
		}
	}
}

// format writes the cities as a TSPLIB file.
func format(cities [][2]int32) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "NAME : %s\nCOMMENT : many walks, one goal (drawn by Multiwalk)\nTYPE : TSP\n", Name)
	fmt.Fprintf(&b, "DIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n", len(cities))
	for i, c := range cities {
		fmt.Fprintf(&b, "%d %d %d\n", i+1, c[0], c[1])
	}
	b.WriteString("EOF\n")
	return b.Bytes()
}
