package problem

import (
	"strings"
	"testing"
)

func TestListed(t *testing.T) {
	if got := Listed([]Place{{2, 0}, {5, 9}}); got != "clause 2, clause 5 (line 9)" {
		t.Error(got)
	}
	if got := Listed(make([]Place, 13)); !strings.HasSuffix(got, "clause 0 and 3 more") {
		t.Error(got)
	}
}
