package main

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// constants are figures that no measurement gives, with the reasons why they may stand in a text.
var constants = map[string]string{
	"Go 1.26":                          "the version that go.mod asks for",
	"compute capability 8.0":           "what a GPU needs",
	"up to 100,000 cities":             "what the reader of TSPLIB is meant for",
	"Up to 10,000 solutions":           "the spaces that are gone through",
	"arXiv:2103.08464":                 "the number of a paper",
	"After 20 s":                       limit,
	"after 10 s":                       limit,
	"after 20 s":                       limit,
	"after 60 s":                       limit,
	"in 60 s":                          limit,
	"| 1 s | 5 s | 20 s |":             limit,
	"GPU, 5 s | GPU, 10 s | GPU, 20 s": limit,
	"GPU, 10 s | GPU, 20 s":            limit,
	"cores, 10 s | cores, 20 s":        limit,
	"1e9 a second:":                    scale,
	"1e12 compared a second":           scale,
	"1e9 queens a second:":             scale,
	", 1e9/s":                          scale,
	", 10⁹/s":                          scale,
	"reading 100,000 cities":           size,
	"tour of 1,000 random cities":      size,
	"batches of 4,000,000 queens":      size,
	"| 10^6 |":                         size,
	"| 10^7 |":                         size,
	"| 10^8 |":                         size,
	"10^6 solved":                      size,
	", 10^7 in":                        size,
	"of three, 4.6 a variable":         size,
	"mutation probability 0.9":         setting,
	"mutation probability 0.1":         setting,
	"start 0.3, end 0.05, alpha 0.8":   setting,
	"paper: 434,400 proposals from 3000 to 10^-6": setting,
}

// Reasons of constants.
const (
	limit   = "a time limit of a measurement"
	scale   = "the unit of a table's figures"
	size    = "the size of what is measured"
	setting = "a setting of the method that is measured"
)

var (
	numbers = regexp.MustCompile(`\d(?:[\d.,]*\d)?(?:e[+-]?\d+)?`)
	decimal = regexp.MustCompile(`\.\d`)
	commas  = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+$`)
	// unit is what stands behind a number that a measurement gives: time, share, rate, memory, factor, power of ten, hits.
	unit = regexp.MustCompile(`(?i)^(?: ?(?:%|per cent\b|percent\b|[µnm]?s\b|sec\b|seconds?\b|min\b|minutes?\b|h\b|hours?\b|days?\b|[KMGT]i?B\b|bytes\b|` +
		`times\b|x\b|×|-?fold\b|thousand\b|million\b|billion\b|trillion\b|/s\b)|[⁰¹²³⁴⁵⁶⁷⁸⁹]|\^\d| (?:\pL+ ){0,3}(?:a|each|per) second\b| of (?:the )?\d)`)
	// before is what stands before a number that compares.
	before = regexp.MustCompile(`(?i)(?:speed-?ups?|factors?|gaps?|ratios?)(?: of| is| by)? $`)
	// multiples are numbers in words that compare.
	multiples = regexp.MustCompile(`(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|(?:a )?hundreds?|(?:a )?thousands?) times\b`)

	fences   = regexp.MustCompile("(?ms)^```(\\w*)\n.*?^```$")
	comments = regexp.MustCompile(`(?s)<!--.*?-->`)
	links    = regexp.MustCompile(`\]\([^)\n]*\)`)
	quotes   = regexp.MustCompile("`([^`\n]*)`")
	actions  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
)

// strayFigures returns the figures of a document that stand outside of blocks: in prose, headings, tables and indented lines. What
// stands in a fence of a language that the tests of package docs compile, compare or run is theirs.
func strayFigures(text string) []string {
	text = comments.ReplaceAllString(block.ReplaceAllString(text, ""), "")
	text = fences.ReplaceAllStringFunc(text, func(fence string) string {
		if slices.Contains([]string{"go", "text", "console"}, fences.FindStringSubmatch(fence)[1]) {
			return ""
		}
		return strings.ReplaceAll(fence, "```", "")
	})
	return figuresIn(text)
}

// strayInTemplate returns the figures of a template that no action gives.
func strayInTemplate(text string) []string { return figuresIn(actions.ReplaceAllString(text, "…")) }

// figuresIn finds figures but for the constants: numbers with a unit, those with digits behind a point, and those from 1,000 on.
func figuresIn(text string) []string {
	text = strings.Join(strings.Fields(links.ReplaceAllString(text, "]")), " ")
	text = quotes.ReplaceAllStringFunc(text, unquoted)
	longest := func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) } // one may be part of another
	for _, c := range slices.SortedFunc(maps.Keys(constants), longest) {
		text = strings.ReplaceAll(text, c, "")
	}
	found := multiples.FindAllString(text, -1)
	for _, at := range numbers.FindAllStringIndex(text, -1) {
		if number := text[at[0]:at[1]]; !partOfName(text[:at[0]]) {
			if behind := unit.FindString(text[at[1]:]); behind != "" || isFigure(number) || before.MatchString(text[:at[0]]) {
				found = append(found, number+behind)
			}
		}
	}
	return found
}

// unquoted returns what stands between back quotes if that is a figure and nothing else; all else there is code.
func unquoted(quote string) string {
	inside := strings.Trim(quote, "`")
	if at := numbers.FindStringIndex(inside); at != nil && at[0] == 0 && len(inside) == at[1]+len(unit.FindString(inside[at[1]:])) {
		return inside
	}
	return ""
}

// partOfName says whether a number goes on a name or a range, such as d18512 and uf20-01.
func partOfName(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if r == '-' {
		r, _ = utf8.DecodeLastRuneInString(text[:len(text)-size])
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

// isFigure says whether a number without a unit counts.
func isFigure(number string) bool {
	if decimal.MatchString(number) || strings.Contains(number, "e") || commas.MatchString(number) {
		return true
	}
	n, err := strconv.Atoi(strings.ReplaceAll(number, ",", ""))
	return err == nil && n >= 1000
}
