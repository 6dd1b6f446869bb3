package tuning

import (
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rows() {
		if seen[r.Name] || r.Kernels == "" || r.Unit == "" || r.Measured == "" {
			t.Errorf("row %s is there twice, or lacks its kernels, its unit or its measurement", r.Name)
		}
		seen[r.Name] = true
	}
	for _, c := range []struct{ n, want int }{{1, 1}, {36, 1}, {37, 2}, {64, 2}, {65, 4}, {70, 4}, {71, 0}, {1000, 0}} {
		if v := Of("tabu.warps", 80, c.n); v != float64(c.want) {
			t.Errorf("tabu.warps at %d is %v, want %d", c.n, v, c.want)
		}
	}
}

// A GPU's own row counts, then that of the highest capability; what is tried counts before both.
func TestOf_FindsTheRowOfTheCapability(t *testing.T) {
	t.Cleanup(func() { added = nil })
	r := rows()[0]
	must.Do(t, Add([]Row{r.Better(100, []int{10, 20, 30}, []float64{4, 4, 8}, "here"), r.Scaled(80, 2, "there")}))
	if own := find("tabu.warps", 100); !reflect.DeepEqual(own.Values, []Step{{20, 4}, {0, 8}}) {
		t.Errorf("the best values became %v", own.Values)
	}
	for _, c := range []struct{ capability, n, want int }{{100, 20, 4}, {100, 21, 8}, {90, 20, 1}, {80, 20, 2}, {80, 50, 4}, {120, 20, 4}} {
		if v := Of(r.Name, c.capability, c.n); v != float64(c.want) {
			t.Errorf("capability %d, size %d: %v, want %d", c.capability, c.n, v, c.want)
		}
	}
	restore := Try(r.Name, 16)
	again := Try(r.Name, 3)
	if v := Of(r.Name, 90, 20); v != 3 {
		t.Errorf("tried 3, got %v", v)
	}
	again()
	if v := Of(r.Name, 90, 20); v != 16 {
		t.Errorf("restored 16, got %v", v)
	}
	restore()
	if v := Of(r.Name, 90, 20); v != 1 {
		t.Errorf("restored the table, got %v", v)
	}
	if got := Rows(80); len(got) != len(rows()) || got[0].Values[0].Value != 2 {
		t.Errorf("rows for 80: %v", got)
	}
	if Add([]Row{{Name: "tabu.wraps", Capability: 90}}) == nil {
		t.Error("a row that no kernel knows was taken")
	}
}

func TestRead_Refuses(t *testing.T) {
	for _, text := range []string{"", "{}", `[{"name": "a", "capability": 90}]`, `[{"name": "a", "values": [{"value": 1}]}]`,
		`[{"name": "a", "capability": 90, "values": [{"upto": 5, "value": 1}]}]`,
		`[{"name": "a", "capability": 90, "values": [{"upto": 5, "value": 1}, {"upto": 5, "value": 1}, {"value": 1}]}]`,
		`[{"name": "a", "capability": 90, "values": [{"value": 1}, {"value": 1}]}]`,
		`[{"name": "a", "capability": 90, "values": [{"value": -1}]}]`, `[{"name": "a", "colour": 1}]`} {
		if list, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "tuning") {
			t.Errorf("%s: %v, %v", text, list, err)
		}
	}
}
