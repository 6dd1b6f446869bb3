package main

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A figure, for the check of the documents, is a number with a unit of what a measurement gives: time, share, rate,
// memory, factor.
var figure = regexp.MustCompile(`(?i)\d[\d.,]*(?:e\d+)? ?(?:%|per cent\b|[µnm]?s\b|seconds?\b|minutes?\b|hours?\b|[KMG]i?B\b|` +
	`times\b|million\b|e\d+\b|/s\b|(?:moves|entries|bytes|solutions|queens|pairs|proposals) a second\b)|\d(?:\.\d+)?e\d+`)

// constants are figures that no measurement gives, with the reasons why they may stand in a text.
var constants = map[string]string{
	"After 20 s":                       "a time limit of a measurement",
	"after 10 s":                       "a time limit of a measurement",
	"after 20 s":                       "a time limit of a measurement",
	"after 60 s":                       "a time limit of a measurement",
	"in 60 s":                          "a time limit of a measurement",
	"| 1 s | 5 s | 20 s |":             "time limits of tsp-one-core, in the head of its table",
	"GPU, 5 s | GPU, 10 s | GPU, 20 s": "time limits of tsp-gpu-large, in the head of its table",
	"GPU, 10 s | GPU, 20 s":            "time limits of qap-gpu-large, in the head of its table",
	"cores, 10 s | cores, 20 s":        "time limits of the measurements on cores, in the heads of their tables",
}

var (
	fences   = regexp.MustCompile("(?s)```.*?```")
	comments = regexp.MustCompile(`(?s)<!--.*?-->`)
	quoted   = regexp.MustCompile("`[^`\n]*`")
	actions  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
)

// strayFigures returns the figures of a document that stand outside of blocks, headings and code.
func strayFigures(text string) []string {
	text = comments.ReplaceAllString(block.ReplaceAllString(text, ""), "")
	var prose []string
	for line := range strings.Lines(fences.ReplaceAllString(text, "")) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "    ") {
			prose = append(prose, strings.TrimSuffix(line, "\n"))
		}
	}
	return figuresIn(strings.Join(prose, " "))
}

// strayInTemplate returns the figures of a template that no action gives. Commands of rivals are no prose.
func strayInTemplate(text string) []string {
	return figuresIn(strings.ReplaceAll(actions.ReplaceAllString(text, "…"), "\n", " "))
}

// figuresIn finds figures but for the constants, and for powers of ten, which are units: 1e9 a second.
func figuresIn(text string) []string {
	text = quoted.ReplaceAllString(text, "")
	longest := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) } // one may be part of another
	for _, c := range slices.SortedFunc(maps.Keys(constants), longest) {
		text = strings.ReplaceAll(text, c, "")
	}
	return slices.DeleteFunc(figure.FindAllString(text, -1), func(f string) bool { return strings.HasPrefix(f, "1e") })
}
