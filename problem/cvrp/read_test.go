package cvrp

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
)

const small = `NAME : two
COMMENT : "as CVRPLIB writes it"
TYPE : CVRP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 9
NODE_COORD_SECTION
1	0	0
2	3	4.5
3	-3	4
DEMAND_SECTION
1	0
2	7
3	9
DEPOT_SECTION
	1
	-1
EOF
what follows is not read
`

func TestParse(t *testing.T) {
	want := &Instance{Name: "two", Capacity: 9, X: []float64{0, 3, -3}, Y: []float64{0, 4.5, 4}, Demand: []int64{0, 7, 9}}
	for _, text := range []string{small, strings.ReplaceAll(small, " : ", ": "), strings.ReplaceAll(small, "\n", "\r\n"),
		strings.NewReplacer("EUC_2D", "euc_2d", " : 9\n", " : 9.0\nNODE_COORD_TYPE : TWOD_COORDS\nDISPLAY_DATA_TYPE : COORD_DISPLAY\n", "	7\n", "	7.0\n").Replace(small)} {
		if in, _, err := parse(strings.NewReader(text)); err != nil || !reflect.DeepEqual(in, want) {
			t.Errorf("%+v, %v", in, err)
		}
	}
}

func TestParse_Refuses(t *testing.T) {
	for _, c := range []struct {
		old, new, want string
		line           int
	}{
		{"TYPE : CVRP", "TYPE : TSP", "only CVRP", 3},
		{"DIMENSION : 3", "DIMENSION : 99999999999", "from 2 to 5001", 4},
		{"DIMENSION : 3", "DIMENSION : 3\nDIMENSION : 3", "once", 5},
		{"DIMENSION : 3", "DIMENSION : 4", "place 4 has no coordinates", 18},
		{"DIMENSION : 3\n", "", "NODE_COORD_SECTION comes before DIMENSION", 6},
		{"EUC_2D", "EXPLICIT", "only EUC_2D", 5},
		{"CAPACITY : 9", "CAPACITY : 8", "place 3 has a demand of 9", 18},
		{"CAPACITY : 9", "CAPACITY : 0", "capacity \"0\"", 6},
		{"CAPACITY : 9\n", "DISTANCE : 9\n", "unknown keyword \"DISTANCE\"", 6},
		{"CAPACITY : 9\n", "", "no CAPACITY", 17},
		{"2	3	4.5", "2	3", "place 2 has 1 numbers", 9},
		{"2	3	4.5", "1	3	4", "place 1 stands twice", 9},
		{"2	3	4.5", "4	3	4", "from 1 to the dimension", 9},
		{"2	3	4.5", "2	3	NaN", "coordinate \"NaN\"", 9},
		{"2	3	4.5", "2	1e300	4", "coordinate \"1e300\"", 9},
		{"2	7", "2	7.5", "no whole number", 13},
		{"2	7", "2	3000000000", "demand of 3000000000", 18},
		{"2	7", "2	99999999999999999999", "demand \"99999999999999999999\"", 13},
		{"CAPACITY : 9\n", "VEHICLES : 4\n", "--problem cvrp:4", 6},
		{"CAPACITY : 9\n", "NODE_COORD_TYPE : THREED_COORDS\n", "only TWOD_COORDS", 6},
		{"CAPACITY : 9\n", "CAPACITY : 9.5\n", "capacity \"9.5\"", 6},
		{"2	7", "2	-7", "demand of -7", 18},
		{"1	0\n2	7", "1	1\n2	7", "the depot has a demand", 18},
		{"	1\n", "	2\n", "only place 1", 16},
		{"DEPOT_SECTION\n	1\n	-1\n", "", "no DEPOT_SECTION", 15},
		{"CAPACITY : 9", "CAPACITY : 9\n5 5", "stands in no section", 7},
		{"two", strings.Repeat("x", 70_000), "token too long", 1},
	} {
		_, line, err := parse(strings.NewReader(strings.Replace(small, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) || line != c.line && c.line > 0 {
			t.Errorf("%q for %q: line %d: %v; want line %d: %s", c.new[:min(40, len(c.new))], c.old, line, err, c.line, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	if in, err := Read(strings.NewReader("\ufeff"+small), "f"); err != nil || in.Name != "two" {
		t.Error(in, err)
	}
	for text, want := range map[string]string{strings.Repeat("NAME : a\n", mostBytes/8): "more than", "TYPE : TSP\n": "f:1: the type"} {
		must.Fail(t, want)(Read(strings.NewReader(text), "f"))
	}
	if !Sniff([]byte(small)) || Sniff([]byte("TYPE : VRPTW\n")) || Sniff([]byte("hello")) {
		t.Error("the type is not told")
	}
}

// What the generator draws can be read again.
func TestGenerate(t *testing.T) {
	for _, depot := range []string{"C", "E", "R"} {
		for _, customers := range []string{"R", "C", "RC"} {
			for demand := range demands {
				for _, n := range []int{1, 5, 60} {
					s := Shape{n, depot, customers, demand, 4}
					in := must.Have(s.Generate(7))(t)
					var text bytes.Buffer
					must.Do(t, in.Write(&text))
					if again, _, err := parse(&text); err != nil || !reflect.DeepEqual(in, again) {
						t.Errorf("%+v: %v", s, err)
					}
				}
			}
		}
	}
	for want, s := range map[string]Shape{"0 customers": {0, "C", "R", "1", 3}, "depot": {5, "X", "R", "1", 3}, "customers \"X\"": {5, "C", "X", "1", 3},
		"demand": {5, "C", "R", "2", 3}, "route": {5, "C", "R", "1", 0}} {
		must.Fail(t, want)(s.Generate(1))
	}
}

// Coordinates in a unit square lose their lengths, and a note says so; whole ones, or long ways, do not.
func TestNotes(t *testing.T) {
	for scale, told := range map[float64]bool{0.01: true, 100: false} {
		in := &Instance{Name: "a", Capacity: 9, Demand: make([]int64, 9)}
		for k := range 9 {
			in.X, in.Y = append(in.X, scale*(0.1+float64(k*k%7))), append(in.Y, scale*(0.2+float64(3*k)))
		}
		f, err := in.Fleet(0)
		if err != nil || (len(f.Notes()) > 0) != told {
			t.Errorf("scale %g: %v", scale, err)
		}
	}
	in, _, err := parse(strings.NewReader(strings.Replace(small, "4.5", "4", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := in.Penalised(0); err != nil || len(p.Notes()) > 0 {
		t.Errorf("whole coordinates: %v, %v", p.Notes(), err)
	}
}

// Loads that no cost can hold are refused by the instance's name.
func TestFleet_RefusesGreatLoads(t *testing.T) {
	in := &Instance{Name: "heavy", Capacity: math.MaxInt32, X: make([]float64, 4001), Y: make([]float64, 4001), Demand: make([]int64, 4001)}
	for k := range 4000 {
		in.X[k+1], in.Demand[k+1] = float64(k), math.MaxInt32
	}
	must.Fail(t, "cvrp: heavy: multiwalk: a cost has 62 bits")(in.Fleet(4000))
}

// Customers who ask for nothing all fit into one vehicle.
func TestNoDemand(t *testing.T) {
	in, _, err := parse(strings.NewReader(strings.NewReplacer("2	7", "2	0", "3	9", "3	0").Replace(small)))
	if err != nil {
		t.Fatal(err)
	}
	f := must.Have(in.Fleet(0))(t)
	conformance.Problem(t, f)
	p := must.Have(in.Penalised(0))(t)
	conformance.Problem(t, p)
	if cost := p.Cost([]int32{0, 1}); cost != 16 { // 5 and 6 and 5, by the file
		t.Errorf("cost %d", cost)
	}
}

// Whatever is read, it is refused or it is an instance that can be solved and written.
func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add(strings.ReplaceAll(small, "4.5", "1e6"))
	f.Add(strings.NewReplacer("2	7", "2	0", "3	9", "3	0").Replace(small))
	f.Add("DIMENSION : 5001\nNODE_COORD_SECTION\n")
	f.Fuzz(func(t *testing.T, text string) {
		in, _, err := parse(strings.NewReader(text))
		if err != nil || len(in.X) > 50 {
			return
		}
		must.Have(in.Fleet(0))(t)
		var out bytes.Buffer
		must.Do(t, in.Write(&out))
		again, _, err := parse(&out)
		if err != nil || !reflect.DeepEqual(in.X, again.X) || !reflect.DeepEqual(in.Demand, again.Demand) {
			t.Errorf("%+v becomes %+v: %v", in, again, err)
		}
	})
}
