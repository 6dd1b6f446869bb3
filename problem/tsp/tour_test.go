package tsp

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestReadTour_InvertsWriteTour(t *testing.T) {
	tour := []int32{2, 0, 3, 1}
	var file bytes.Buffer
	must.Do(t, WriteTour(&file, "a\nb", "one\ntwo", tour))
	want := "NAME: a b\nCOMMENT: one\nCOMMENT: two\nTYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION\n3\n1\n4\n2\n-1\nEOF\n"
	if file.String() != want {
		t.Errorf("wrote %q, want %q", file.String(), want)
	}
	got, err := ReadTour(&file, "t", 4)
	if err != nil || !slices.Equal(got, tour) {
		t.Errorf("read %v, %v", got, err)
	}
}

func TestReadTour_Tolerates(t *testing.T) {
	for _, text := range []string{
		"TOUR_SECTION\n3 1\n2\n",
		"NAME : x\r\nTYPE : TOUR\r\nDIMENSION : 3\r\nTOUR_SECTION :\r\n3\r\n1\t2\r\n-1\r\n",
		"tour_section\n3 1 2 -1",
		"TOUR_SECTION\n3 1 2\nEOF",
		"TOUR_SECTION\n3 1 2 3\n-1\n",
		"TOUR_SECTION\n2 0 1\n-1\n",
		"TOUR_SECTION\n3.0 1.0 2.0\n-1\n",
		"# best\nNAME = x\nTYPE = TOUR\nDIMENSION = 3\nTOUR_SECTION\n3 # depot\n1\n2\n-1\n",
		"3\n2 0 1\n", "3\n3\n1\n2\n", "2\n0\n1\n", "3\n1\n2\n3\n", "2 0 1 2", "[2, 0, 1]", "3 -> 1 -> 2 -> 3",
		"3 3\n2 0 10\n0 1 10.5\n1 2 10\n", "3 3\n2 0\n1 2\n0 1\n",
	} {
		if got, err := ReadTour(strings.NewReader(text), "t", 3); err != nil || !slices.Equal(got, []int32{2, 0, 1}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestReadTour_Refuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "t:1: found no TOUR_SECTION, expected a tour of TSPLIB",
		"TYPE: TSP\n":                      `t:1: found TYPE "TSP", expected TYPE TOUR`,
		"DIMENSION: 4\nTOUR_SECTION\n1":    `t:1: found DIMENSION "4", expected the instance's 3`,
		"TOUR_SECTION\n1 2\n-1\n":          "t:3: found a tour of 2 cities, expected 3",
		"TOUR_SECTION\n1\n2\n1\n":          "t:4: found city 1 again",
		"TOUR_SECTION\n1 2 4":              `t:2: found city "4"`,
		"TOUR_SECTION\n1 2 99999999999999": `t:2: found city "99999999999999"`,
		"TOUR_SECTION\n1 2 3.5":            `t:2: found city "3.5"`,
		"TOUR_SECTION\n0 1 3":              `t:2: found city "0"`,
		"4\n0 1 2\n":                       "t:1: found 4 numbers and no TOUR_SECTION, expected a list of 3 cities",
		"3 2\n0 1 9\n1 2 9\n":              "t:1: found 8 numbers and no TOUR_SECTION",
		"TOUR_SECTION\n1 2 3 2":            "t:2: found city 2 again",
	} {
		if got, err := ReadTour(strings.NewReader(text), "t", 3); err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestCost_OfPublishedOptimalTours(t *testing.T) {
	best := benchdata.BestKnown(t, "TSPLIB")
	for _, path := range dataFiles(t, "tsp/*.opt.tour") {
		name := strings.TrimSuffix(filepath.Base(path), ".opt.tour")
		p := readData(t, name+".tsp")
		if got, want := p.Cost(readDataTour(t, name, p.N)), best[name]; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func TestBestKnown(t *testing.T) {
	sets := benchdata.BestKnown(t, "TSPLIB")
	for name, cost := range benchdata.BestKnown(t, "TSPLIB-ATSP") {
		sets[name] = cost
	}
	if got := BestKnownNames(); len(got) != len(sets) || !slices.IsSorted(got) {
		t.Errorf("%d names, want %d", len(got), len(sets))
	}
	for name, want := range sets {
		if got, optimal, ok := BestKnown(strings.ToUpper(name)); got != want || !optimal || !ok {
			t.Errorf("%s: %d %v %v, want %d", name, got, optimal, ok, want)
		}
	}
	// TSPLIB gives dsj1000 two metrics and two optima; the file of that name has CEIL_2D.
	for name, want := range map[string]int64{"lin318": 42029, "linhp318": 41345 + 3869, "dsj1000": 18660188, "dsj1000ceil": 18660188} {
		if got, _, ok := readData(t, name+".tsp").BestKnown(); got != want || !ok {
			t.Errorf("%s: %d %v, want %d", name, got, ok, want)
		}
	}
	if _, _, ok := BestKnown("nowhere"); ok {
		t.Error("nowhere is known")
	}
}

// The names of all instances say how many cities they have. Another instance of that name is not the published one.
func TestBestKnown_IsOfAsManyCities(t *testing.T) {
	for _, path := range append(dataFiles(t, "tsp/*.tsp"), dataFiles(t, "atsp/*.atsp")...) {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		p := must.Have(ReadFile(path))(t)
		if p.N != citiesOf(name) {
			t.Errorf("%s has %d cities, by its name %d", name, p.N, citiesOf(name))
		} else if _, _, ok := p.BestKnown(); !ok {
			t.Errorf("%s is not known", name)
		}
	}
}

func TestBestKnown_IsNotThatOfAnotherSize(t *testing.T) {
	for n, known := range map[int]bool{51: false, 52: true, 53: false} {
		if _, _, ok := (&Instance{N: n, name: "Berlin52"}).BestKnown(); ok != known {
			t.Errorf("berlin52 with %d cities is known: %v", n, ok)
		}
	}
}

func TestBestKnown_AreNumbers(t *testing.T) {
	names := BestKnownNames()
	for _, name := range names {
		if cost, optimal, ok := BestKnown(name); cost <= 0 || !optimal || !ok {
			t.Errorf("%s: %d, %v, %v", name, cost, optimal, ok)
		}
	}
	if cost, _, _ := BestKnown("pla85900"); cost != 142382641 || len(names) != strings.Count(optimaText, "\n") {
		t.Errorf("%d names of %d lines; pla85900 %d", len(names), strings.Count(optimaText, "\n"), cost)
	}
}
