package neighbourhood

import (
	"strings"
	"testing"
)

func TestPairs_Validate(t *testing.T) {
	good := func() *Pairs {
		return &Pairs{[]int64{1, 2, 3}, []int32{0, 1, 3, 4}, []int32{1, 0, 2, 1}, []int64{5, 5, -7, -7}}
	}
	for name, c := range map[string]struct {
		spoil func(q *Pairs)
		want  string
	}{
		"good":      {func(*Pairs) {}, ""},
		"linear":    {func(q *Pairs) { q.Linear = q.Linear[1:] }, "2 linear weights"},
		"weights":   {func(q *Pairs) { q.Weights = q.Weights[1:] }, "3 weights"},
		"backwards": {func(q *Pairs) { q.Start[1], q.Start[2] = 3, 1 }, "begin at 3 and end at 1"},
		"range":     {func(q *Pairs) { q.Others[0] = 3 }, "with bit 3"},
		"itself":    {func(q *Pairs) { q.Others[0] = 0 }, "bit 0 has a pair with bit 0"},
		"one side":  {func(q *Pairs) { q.Weights[0] = 6 }, "at both of its bits"},
	} {
		q := good()
		c.spoil(q)
		if err := q.Validate(3); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
