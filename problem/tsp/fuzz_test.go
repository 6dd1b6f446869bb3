package tsp

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// numberSeeds has numbers near the ends of int32 and int64 wherever a file has one.
var numberSeeds = boundedtest.Seeds(
	"DIMENSION: #\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n# 1 1\n5 2 2\n",
	"DIMENSION: #\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n# 1 1\n# 2 2\n5 3 3\n",
	"DIMENSION: #\nEDGE_WEIGHT_TYPE: EUC_3D\nDISPLAY_DATA_SECTION\n# 1 1\n# 2 2\n",
	"DIMENSION: #\nEDGE_WEIGHT_TYPE: EUC_2D\nFIXED_EDGES_SECTION\n# #\n# 1\n-1\nNODE_COORD_SECTION\n1 1 1\n",
	"DIMENSION: #\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n",
	cities+"NODE_COORD_SECTION\n1 # #\n2 # #\n3 1 1\n",
	"TYPE: ATSP\n"+tetra+"0 # # #\n# 0 # #\n# # 0 #\n# # # 0\n",
	tetra+"0 # 1 1\n# 0 1 1\n1 1 0 #\n1 1 # 0\n",
)

// Whatever the bytes: no panic, no allocation out of proportion to them, an error that says where, and an instance
// that can be evaluated, constructed and drawn.
func FuzzRead(f *testing.F) {
	for text := range badFiles {
		f.Add([]byte(text))
	}
	f.Add([]byte(cities + threeCities))
	f.Add([]byte(tetra + "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0\nDISPLAY_DATA_SECTION\n1 1 1\n2 2 2\n3 3 3\n4 4 4\nEOF\n"))
	f.Add([]byte("TYPE: ATSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9 -1 2 9\n"))
	f.Add([]byte("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_3D\nFIXED_EDGES_SECTION\n0 1 -1\nNODE_COORD_SECTION\n1 1 1 1\n0 2 2 -2e3\n"))
	f.Add([]byte("DIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 38.24 20.42\n2 39.57 26.15\n3 40.56 25.32\nEOF\n"))
	for _, text := range []string{graphOf4 + "1 2 5\n2 3 5\n3 4 1\n4 1 2\n-1\n", "DIMENSION: 3\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 -1\n2 3 -1\n-1\n" +
		"EDGE_WEIGHT_TYPE: EUC_2D\n" + threeCities, "x,y\n1,2\n3,4\n5.5,1\n", "3\n0 1 2\n1 0 3\n2 3 0\n", "0\n1 0\n2 3 0\n", "1 5 6\n2 7 8\n9 1 2\n",
		"TYPE: HPP\n" + cities + threeCities + "FIXED_EDGES_SECTION\n1 2\n-1\n"} {
		f.Add([]byte(text))
	}
	for _, s := range numberSeeds {
		f.Add(s)
	}
	for r, i := randomStream(5), 0; i < 60; i++ {
		f.Add([]byte(randomFile(r)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		Sniff(file)
		var p *Instance
		var err error
		boundedtest.Linear(t, len(file), func() { p, err = Read(bytes.NewReader(file), "f") })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || p != nil {
				t.Fatalf("instance %v, error without a place: %v", p, err)
			}
			return
		}
		exercise(t, p)
	})
}

// exercise calls whatever a search or the command may call.
func exercise(t *testing.T, p *Instance) {
	x := make([]int32, p.N)
	p.Construct(randomStream(1), x)
	if err := p.Check(x); err != nil {
		t.Fatalf("constructed %v: %v", x, err)
	}
	checkLists(t, p, 5)
	for i, c := range x {
		if d := p.EdgeCost(c, x[(i+1)%p.N]); d > maxEdge || d < -maxEdge-1 {
			t.Fatalf("edge cost %d", d)
		}
	}
	n := int32(p.N)
	if n >= 4 {
		checkMove(t, p, x, orOpt(x, 0, 1, n-2, true), p.OrOptDelta(x, 0, 1, n-2, true), "or-opt")
	}
	if err := p.SVG(io.Discard, x); err != nil && !strings.Contains(err.Error(), "neither coordinates nor display data") {
		t.Fatal(err)
	}
}

func FuzzReadTour(f *testing.F) {
	for _, text := range []string{
		"NAME: t\nTYPE: TOUR\nDIMENSION: 5\nTOUR_SECTION\n1\n3\n2\n5\n4\n-1\nEOF\n",
		"5\n0 1 2 3 4\n", "5 5\n0 1 1\n1 2 1\n2 3 1\n3 4 1\n4 0 1\n", "5 5\n0 1\n1 2\n2 3\n3 4\n4 0\n", "TOUR_SECTION\n5 4 3 2 1", "TOUR_SECTION\n1 1", "TOUR_SECTION\n6", "1 2 3 4 5", "",
	} {
		f.Add([]byte(text), 5)
	}
	for _, s := range boundedtest.Seeds("DIMENSION: 2147483647\nTOUR_SECTION\n#\n#\n5\n", "DIMENSION: #\nTOUR_SECTION\n#\n-1\n") {
		f.Add(s, 2147483647)
		f.Add(s, 4)
	}
	f.Add([]byte("TOUR_SECTION\n9223372036854775807\n"), math.MaxInt)
	f.Fuzz(func(t *testing.T, file []byte, n int) {
		if n < 1 {
			t.Skip("no instance has so few cities")
		}
		var tour []int32
		var err error
		boundedtest.Linear(t, len(file), func() { tour, err = ReadTour(bytes.NewReader(file), "f", n) })
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		must.Do(t, Random(max(1, len(tour)), 1).Space().Check(tour))
		var again bytes.Buffer
		must.Do(t, WriteTour(&again, "f", "", tour))
		if back, err := ReadTour(&again, "f", n); err != nil || len(back) != n {
			t.Fatalf("written and read again: %v, %v", back, err)
		}
	})
}
