package main

import (
	"fmt"
	"testing"
)

func TestProduct(t *testing.T) {
	got := fmt.Sprint(product([]string{"Balanced", "counted|mixed", "permutation|anyRows"}))
	const want = "[[Balanced counted permutation] [Balanced counted anyRows] [Balanced mixed permutation] [Balanced mixed anyRows]]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for text, want := range map[string]string{"Anneal[Plane]": "[ Anneal Plane]", "a.b/kernel.Grow|Cross[int32,Table]": "[a.b/kernel Grow|Cross int32,Table]",
		"a.b/kernel.Search": "[a.b/kernel Search ]"} {
		if m := instance.FindStringSubmatch(text); m == nil || fmt.Sprint(m[1:]) != want {
			t.Errorf("%s is read as %q", text, m)
		}
	}
}
