package tsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

func mustRead(t *testing.T, text string) *Instance {
	t.Helper()
	p, err := Read(strings.NewReader(text), "test.tsp")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// The symmetric matrix 0 1 2 3 / 1 0 4 5 / 2 4 0 6 / 3 5 6 0 in every format, and spread over lines in odd ways.
func TestRead_FormatsDescribeOneMatrix(t *testing.T) {
	want := []int32{0, 1, 2, 3, 1, 0, 4, 5, 2, 4, 0, 6, 3, 5, 6, 0}
	for format, weights := range map[string]string{
		"FULL_MATRIX ":   "inf 1 2 3\n1 - 4 5\n2 4 1e12 6\n3 5 6 0", // the diagonal has no meaning
		"FULL_MATRIX":    "0 1 2 3\n1 0 4 5\n2 4 0 6\n3 5 6 0",
		"UPPER_ROW":      "1 2 3\n4 5\n6",
		"LOWER_ROW":      "1\n2 4\n3 5 6",
		"UPPER_DIAG_ROW": "0 1 2 3\n0 4 5\n0 6\n0",
		"LOWER_DIAG_ROW": "0\n1 0\n2 4 0\n3 5 6 0",
		"UPPER_COL":      "1\n2 4\n3 5 6",
		"LOWER_COL":      "1 2 3\n4 5\n6",
		"UPPER_DIAG_COL": "9\n1 9\n2 4 9\n3 5 6 9", // the diagonal has no meaning
		"LOWER_DIAG_COL": "9 1 2 3\n9 4 5\n9 6\n9",
	} {
		head := "NAME: m\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: " + format + "\nEDGE_WEIGHT_SECTION\n"
		for _, spread := range []string{weights, strings.ReplaceAll(weights, "\n", " "), strings.ReplaceAll(weights, " ", "\n\n")} {
			p := mustRead(t, head+spread+"\nEOF\n")
			if !slices.Equal(p.EdgeMatrix(), want) || !p.Symmetric() {
				t.Errorf("%s: %v", format, p.EdgeMatrix())
			}
		}
	}
}

func TestRead_Tolerates(t *testing.T) {
	want := []float64{1.5, -2, 300}
	for name, text := range map[string]string{
		"plain":         "NAME : a b\nCOMMENT : c\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 3e2 0\nEOF\n",
		"tight":         "NAME:a b\nCOMMENT:c\nDIMENSION:3\nEDGE_WEIGHT_TYPE:EUC_2D\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300.0 0",
		"no colons":     "NAME a b\nCOMMENT c\nTYPE TSP\nDIMENSION\t3\nEDGE_WEIGHT_TYPE EUC_2D\nNODE_COORD_SECTION:\n1 1.5 0\n2 -2 0\n3 +300 0",
		"any order":     "EDGE_WEIGHT_TYPE: EUC_2D\nCOMMENT: c\nDIMENSION: 3\nNODE_COORD_SECTION\n3 300 0\n1 1.5 0\n2 -2 0\nNAME: a b\n",
		"CRLF and tabs": "\xef\xbb\xbfNAME\t:\ta b\r\nCOMMENT: c\r\nDIMENSION: 3\r\nEDGE_WEIGHT_TYPE: EUC_2D\r\n\r\nNODE_COORD_SECTION\r\n\t1\t1.5\t0\r\n2\t-2\t0 \r\n\r\n3\t300\t0\r\nEOF\r\n",
		"lower case":    "name: a b\ncomment: c\ntype: tsp (M.~Somebody)\ndimension: 3\nedge_weight_type: euc_2d\nnode_coord_section\n1 1.5 0\n2 -2 0\n3 300 0\neof",
		"unknown":       "NAME: a b\nBEST_KNOWN: 12\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nEDGE_WEIGHT_FORMAT: FUNCTION\nNODE_COORD_TYPE: TWOD_COORDS\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\nEOF\nanything",
		"equals signs":  "NAME = a b\nCOMMENT = c\nTYPE = TSP\nDIMENSION = 3\nEDGE_WEIGHT_TYPE = EUC_2D\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\nEOF\n",
		"behind":        "NODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nNAME: a b\nCOMMENT: c\nEOF\n",
		"-1 and behind": "NODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\n-1\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nNAME: a b\nCOMMENT: c\nEOF\n",
		"-1":            "NAME: a b\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\n-1\nEOF\n",
		"remarks": "# made by hand\nNAME: a b\nCOMMENT: c\n! so\nTYPE: TSP // closed\nDIMENSION: 3 # three\nEDGE_WEIGHT_TYPE: EUC_2D (rounded)\n" +
			"NODE_COORD_SECTION # x y\n1 1.5 0 # depot\n# more\n2 -2 0 // the second\n3 300 0\nEOF\n",
		"commas":    "NAME: a b\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1, 1.5, 0\n2,-2,0\n3;300;0\nEOF\n",
		"exponents": "NAME: a b\nCOMMENT: c\nDIMENSION: 3.0\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1.0 0.15D+01 0\n2 -2.d0 0\n3 3E2 0\nEOF\n",
		"from 1001": "NAME: a b\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1001 1.5 0\n1003 300 0\n1002 -2 0\nEOF\n",
		"gaps":      "NAME: a b\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n9 300 0\n5 -2 0\n0 1.5 0\nEOF\n",
		"no fixed":  "NAME: a b\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nFIXED_EDGES_SECTION\n1 2\nCOMMENT: c\nNODE_COORD_SECTION\n1 1.5 0\n2 -2 0\n3 300 0\nEOF\n",
		"from 0":    "NAME: a b\nCOMMENT: c\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n0 1.5 0\n1 -2 0\n2 300 0\nEOF",
	} {
		p, err := Read(iotest.OneByteReader(strings.NewReader(text)), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Name() != "a b" || p.Comment != "c" || p.N != 3 || !slices.Equal(p.X, want) {
			t.Errorf("%s: %q %q %d %v", name, p.Name(), p.Comment, p.N, p.X)
		}
	}
}

func TestRead_OneTwoThreeCities(t *testing.T) {
	for n := 1; n <= 3; n++ {
		text := fmt.Sprintf("DIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", n)
		for i := range n {
			text += fmt.Sprintf("%d %d 0\n", i+1, 10*i)
		}
		p, x := mustRead(t, text), []int32{0, 1, 2}[:n]
		if got, want := p.Cost(x), int64([]int{0, 20, 40}[n-1]); got != want {
			t.Errorf("n=%d: cost %d, want %d", n, got, want)
		}
		if got := p.Neighbours(10); len(got) != n*(n-1) {
			t.Errorf("n=%d: neighbours %v", n, got)
		}
		p = mustRead(t, fmt.Sprintf("DIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n%s",
			n, []string{"", "5", "5 5 5"}[n-1]))
		if got, want := p.Cost(x), int64([]int{0, 10, 15}[n-1]); got != want {
			t.Errorf("matrix n=%d: cost %d, want %d", n, got, want)
		}
	}
}

func TestRead_FixedEdges(t *testing.T) {
	text := "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nFIXED_EDGES_SECTION\n1 3\n3 4\n-1\nNODE_COORD_SECTION\n%d 0 0\n%d 9 0\n%d 9 9\n%d 0 9\n"
	p := mustRead(t, fmt.Sprintf(text, 1, 2, 3, 4))
	if got := p.FixedEdges(); !slices.Equal(got, [][2]int32{{0, 2}, {2, 3}}) {
		t.Errorf("fixed %v", got)
	}
	must.Do(t, p.Check([]int32{0, 1, 3, 2}))
	if err := p.Check([]int32{0, 1, 2, 3}); err == nil {
		t.Error("a tour without a fixed edge passes")
	}
	if p = mustRead(t, fmt.Sprintf(strings.Replace(text, "3 4\n-1", "3 0\n-1", 1), 0, 1, 2, 3)); p.FixedEdges()[1] != [2]int32{3, 0} {
		t.Errorf("numbered from 0: %v", p.FixedEdges())
	}
	if got := p.Neighbours(2)[:2]; !slices.Contains(got, 3) {
		t.Errorf("neighbours %v of city 0 miss its fixed partner 3", got)
	}
}

func TestRead_LongLineAndCoordinatesBesideMatrix(t *testing.T) {
	const n = 300
	var text strings.Builder
	fmt.Fprintf(&text, "TYPE: ATSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", n)
	for i := range n * n {
		fmt.Fprintf(&text, "%d ", i)
	}
	text.WriteString("\nNODE_COORD_SECTION\n")
	for i := range n {
		fmt.Fprintf(&text, "%d %d 1\n", i+1, i)
	}
	p := mustRead(t, text.String())
	if p.Symmetric() || p.EdgeCost(299, 298) != 299*300+298 || p.displayX[299] != 299 {
		t.Errorf("symmetric %v, last weight %d", p.Symmetric(), p.EdgeCost(299, 298))
	}
}

// badFiles maps a bad file to what its error must say, all in order.
var badFiles = map[string]string{
	"":                            "bad:1: found no DIMENSION",
	"\x7fELF\x02\x01\x00\x00":     "bad:1: it is no text: byte 7 is 0; give a text file",
	"hello world\n":               `bad:1: found "hello world"`,
	"TYPE: CVRP\n":                "bad:1: found TYPE CVRP (capacitated vehicle routing), expected TYPE TSP, ATSP or HPP; read it as problem cvrp, by package problem/cvrp",
	"TYPE : TSPTW\n":              "bad:1: found TYPE TSPTW (a tour with time windows), expected TYPE TSP, ATSP or HPP; that problem is not read",
	"TYPE: m-PDTSP\n":             "found TYPE M-PDTSP (a tour with pickups and deliveries of several commodities)",
	"TYPE: FOO\n":                 `bad:1: found TYPE "FOO", expected TYPE TSP, ATSP or HPP`,
	"17 4\n":                      "bad:1: found 1 rows of 2 numbers in all, expected a TSPLIB file, a matrix",
	"NODE_COORD_SECTION\n1 1 1\n": "found no DIMENSION",
	"DIMENSION: 1\nNODE_COORD_SECTION\n1 1 1\n":                           "found no EDGE_WEIGHT_TYPE",
	"NODE_COORD_SECTION\n1 1 1\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\n": "bad:1: found 1 cities in NODE_COORD_SECTION, expected 2 as DIMENSION says",
	"DIMENSION: 1\nNODE_COORD_SECTION\n1 1 1\nEDGE_WEIGHT_TYPE: EUC_3D\n": "bad:2: found 2 coordinates a city in NODE_COORD_SECTION, expected 3 for EUC_3D",
	cities + "NODE_COORD_SECTION\n1 1_000 1\n":                            `found "1_000" as coordinate 1 of city 1`,
	cities + "NODE_COORD_SECTION\n1 0x10p2 1\n":                           `found "0x10p2" as coordinate 1 of city 1`,
	cities + "NODE_COORD_SECTION\n-2 1 1\n":                               `bad:4: found city number "-2"`,
	cities + "NODE_COORD_SECTION\n1.5 1 1\n":                              `bad:4: found city number "1.5"`,
	cities + "FIXED_EDGES_SECTION\n1 9\n" + threeCities:                   "bad:4: found fixed edge's city 9, expected a number from 1 to 3",
	tetra + "0 inf\n":                                           `found weight "inf", expected a whole number from -2147483648 to 2147483647; for an edge that no tour may use write a large number such as 1000000`,
	cities + "NODE_COORD_SECTION\n1 0,5 3,2\n":                  `bad:4: found "1 0,5 3,2", with commas inside numbers, expected decimal points; write 1.5 for 1,5`,
	cities + "NODE_COORD_SECTION\nBonn 1 1\n":                   `bad:4: found city number "Bonn"`,
	"0,5 1\n1,5 2\n":                                            "bad:1: found \"0,5 1\", with commas inside numbers",
	"1;0,5;3\n2;1,5;2\n":                                        "with commas inside numbers",
	tetra + "0 1,5 2 3\n":                                       "bad:5: found \"0 1,5 2 3\", with commas inside numbers",
	tetra + "0 abc\n":                                           `bad:5: found weight "abc", expected a whole number`,
	tetra + "0 1e10\n":                                          "write a large number such as 1000000",
	tetra + "0 0.25\n":                                          "multiply all weights by a power of ten, such as 1000, and round them",
	"1 2 3\n4 5\n":                                              "bad:1: found 2 rows of 5 numbers in all",
	"0 1 2\n1 0 inf\n2 1 0\n":                                   "bad:2: found weight \"inf\"",
	"0 1.5 2\n1.5 0 1\n2 1 0\n":                                 "bad:1: found weight \"1.5\"",
	graphOf4 + "1 2 5\n2 3 5\n-1\n":                             "bad:4: found 2 edges between 4 cities",
	graphOf4 + "1 2 5\n2 3 5\n3 9 5\n-1\n":                      "bad:7: found an edge from 3 to 9, expected two cities, numbered from 1 to 4",
	graphOf4 + "1 2 5\n2 3\n":                                   "bad:6: found an edge with and one without a weight",
	graphOf4 + "1 2 5\n2 3 5\n3 4 2147483646\n-1\n":             "divide the weights by a constant",
	"TYPE: TOUR\n":                                              "give the instance's file",
	"DIMENSION: 0\n":                                            `bad:1: found DIMENSION "0", expected a whole number from 1 to 2147483647`,
	"DIMENSION: -4\n":                                           `found DIMENSION "-4"`,
	"DIMENSION: 1000000000000\n":                                `found DIMENSION "1000000000000"`,
	"DIMENSION: 5\nDIMENSION: 6\n":                              "bad:2: found DIMENSION 6 after 5",
	"CAPACITY: 5\n":                                             "vehicle routing",
	"DIMENSION: 3\nEDGE_WEIGHT_TYPE: XRAY1\n":                   `bad:2: found EDGE_WEIGHT_TYPE "XRAY1", expected one of EXPLICIT, EUC_2D`,
	"EDGE_WEIGHT_TYPE: GEO\nEDGE_WEIGHT_TYPE: ATT\n":            "found EDGE_WEIGHT_TYPE ATT after GEO",
	"EDGE_WEIGHT_FORMAT: DIAGONAL\n":                            "convert the weights to FULL_MATRIX",
	"DIMENSION: 3\n":                                            "found no EDGE_WEIGHT_TYPE",
	"DIMENSION: 3\nDEMAND_SECTION\n1 1\n":                       "found DEMAND_SECTION",
	"DIMENSION: 3\n\x1b[2J_SECTION\n":                           `bad:2: found "\x1b[2J_SECTION", expected a section of a TSP or ATSP file`,
	cities:                                                      "bad:2: found no NODE_COORD_SECTION",
	cities + "NODE_COORD_SECTION\n1 1 1\n2 2 2\n":               "bad:5: found 2 cities before the end of the file, expected 3",
	cities + "NODE_COORD_SECTION\n1 1 1\nEOF\n":                 `bad:5: found 1 cities before "EOF", expected 3`,
	cities + "NODE_COORD_SECTION\n1 1 1\n2 2\n":                 "bad:5: found nothing as coordinate 2 of city 2, expected a finite number",
	cities + "NODE_COORD_SECTION\n1 1 1 1\n":                    `bad:4: found "1" after city 1`,
	cities + "NODE_COORD_SECTION\n1 1 1\n1 2 2\n":               "bad:5: found city 1 again",
	cities + "NODE_COORD_SECTION\n1 1 1\n3 2 2\n3 4 4\n":        "bad:6: found city 3 again",
	cities + "NODE_COORD_SECTION\n1 nan 1\n":                    `found "nan" as coordinate 1 of city 1`,
	cities + "NODE_COORD_SECTION\n1 1 -inf\n":                   `found "-inf" as coordinate 2`,
	cities + "NODE_COORD_SECTION\n1 1e999 1\n":                  `found "1e999"`,
	cities + "NODE_COORD_SECTION\n1 1 1\n2 3e9 1\n3 1 1\n":      "bad:3: found cities spread over 3e+09 x 0",
	cities + "NODE_COORD_SECTION\n1 1 1\n2 2 2\n3 3 3\n4 4 4\n": `bad:7: found data "4 4 4", expected a keyword; check that DIMENSION agrees`,
	cities + "NODE_COORD_SECTION\n1 1 1\n2 2 2\n3 3 3\n" + "NODE_COORD_SECTION\n": "found a second NODE_COORD_SECTION",
	cities + "FIXED_EDGES_SECTION\n1 -1\n":                                        `found fixed edge's city "-1"`,
	cities + "FIXED_EDGES_SECTION\n1 0\n-1\n" + threeCities:                       "bad:4: found fixed edge's city 0, expected a number from 1 to 3",
	cities + "FIXED_EDGES_SECTION\n1 1\n-1\n" + threeCities:                       "joins city 1 to itself",
	tetra + "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6\nEOF\n":                                "bad:6: found 15 weights before \"EOF\", expected 16 for FULL_MATRIX of DIMENSION 4",
	tetra + "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0 7\n":                                 `bad:5: found weight "7", expected no more than 16`,
	tetra + "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0\n7\n":                                `bad:6: found data "7"`,
	tetra + "0 1 2 3\n2 0 4 5 2 4 0 6 3 5 6 0\n":                                  "found weights 2 from city 2 to 1 and 1 back, expected a symmetric matrix for TYPE TSP; write TYPE: ATSP",
	tetra + "0 1.5\n":                            `bad:5: found weight "1.5", expected a whole number`,
	tetra + "0 2147483648\n":                     `found weight "2147483648"`,
	"DIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\n": "found no EDGE_WEIGHT_SECTION",
	"DIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_SECTION\n1":                                             "name the format in the header",
	"DIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FUNCTION\nEDGE_WEIGHT_SECTION\n1":               "FUNCTION",
	"DIMENSION: 1\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 400 1\n":                                           "found city 1 at latitude 400",
	"DIMENSION: 2000000000\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n1 2": "expected 4000000000000000000",
	"DIMENSION: 2000000000\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n7 1 2\n5 1 2\n":                          "expected 2000000000",
}

const (
	cities      = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\n"
	threeCities = "NODE_COORD_SECTION\n1 1 1\n2 2 2\n3 3 3\n"
	graphOf4    = "TYPE: TSP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n"
	tetra       = "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
)

func TestRead_Refuses(t *testing.T) {
	for text, want := range badFiles {
		p, err := Read(strings.NewReader(text), "bad")
		if err == nil || p != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "bad:") {
			t.Errorf("%q: no file and line in %v", text, err)
		}
	}
}

func TestRead_FixedEdgesThatNoTourHas(t *testing.T) {
	head := "DIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1 1\n2 2 2\n3 3 3\n4 4 4\n5 5 5\nFIXED_EDGES_SECTION\n"
	for fixed, want := range map[string]string{
		"1 2 1 3 1 4":         "city 1 or 4 has more than two",
		"1 2 2 3 3 1":         "3-1 closes a cycle that misses cities",
		"1 2 2 3 3 4 4 5 5 1": "",
		"1 2 2 1":             "",
	} {
		_, err := Read(strings.NewReader(head+fixed+"\n-1\n"), "bad")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", fixed, err, want)
		}
	}
}

func TestRead_PassesReadErrorsOn(t *testing.T) {
	for _, text := range []string{cities, cities + "NODE_COORD_SECTION\n1 1 1\n", tetra + "1 2 3"} {
		_, err := Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))), "slow")
		if err == nil || !strings.Contains(err.Error(), iotest.ErrTimeout.Error()) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none.tsp")); !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"NAME : x\nTYPE : TSP\n":                           true,
		"NAME: x\r\nTYPE:\tATSP\r\n":                       true,
		"type: tsp (M.~Somebody)":                          true,
		"DIMENSION 3\nEDGE_WEIGHT_TYPE EUC_2D\n":           true,
		"TYPE: CVRP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO":  false,
		"DIMENSION: 3\nCAPACITY: 3\nEDGE_WEIGHT_TYPE: GEO": false,
		"TYPE: TOUR\n":                                     false,
		"5\n1 2 3":                                         false,
		"p cnf 3 2\n":                                      false,
		"":                                                 false,
	} {
		if got := Sniff([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func randomStream(seed uint64) *multiwalk.Rand { return multiwalk.NewRand(seed, 0) }
