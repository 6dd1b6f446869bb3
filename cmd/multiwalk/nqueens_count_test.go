package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestNQueensCount_PrintsTheNumber(t *testing.T) {
	b := newBench(t)
	b.want(0, "nqueens", "count", "10")
	if first, _, _ := strings.Cut(b.out.String(), "\n"); first != "724" || !strings.Contains(b.out.String(), "92 fundamental") ||
		!strings.Contains(b.out.String(), "as published") {
		t.Errorf("says %s", b.out.String())
	}
	b.want(0, "nqueens", "count", "9", "--json", "--workers=1")
	var r countReport
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Solutions != 352 || !r.Complete || *r.Fundamental != 46 || !*r.Agrees {
		t.Errorf("%v in %s", err, b.out.String())
	}
}

func TestNQueensCount_Refuses(t *testing.T) {
	b := newBench(t)
	for _, args := range [][]string{{"0"}, {"33"}, {"-1"}, {"eight"}, {"8", "--workers=-1"}, {"8", "--device=gpu:x"}, {}} {
		b.want(2, append([]string{"nqueens", "count"}, args...)...)
		if b.out.Len() > 0 || b.err.Len() == 0 {
			t.Errorf("%v: %q, %q", args, b.out.String(), b.err.String())
		}
	}
	b.want(2, "nqueens")
}
