package main

import (
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestKept(t *testing.T) {
	conformance.Problem(t, Kept{Grid(3, 3)})
	conformance.Problem(t, Kept{Grid(9, 9)})
}

// The chapter shows the state as it is here.
func TestReadme_ShowsTheState(t *testing.T) {
	code, err := os.ReadFile("state.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, shown, _ := strings.Cut(string(code), "multiwalk\"\n\n"); !strings.Contains(string(text), "```go\n"+shown+"```\n") {
		t.Error("README.md shows another state than state.go has")
	}
}
