// Package nearest tells what a misspelt word may have been meant to be.
package nearest

import (
	"fmt"
	"strings"
)

// Hint returns ", did you mean "tabu"?" for the known word that To returns, or "" if there is none.
func Hint(word string, known []string) string { return Meant(To(word, known)) }

// Meant returns ", did you mean "tabu"?" for a word, and "" for none.
func Meant(word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", word)
}

// To returns the known word that is nearest to a misspelt one, or "" if none is near: within a third of the longer word's
// letters, so that tabo is tabu and psychic is nothing. Of equally near words the first counts.
func To(word string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		d := Distance(strings.ToLower(word), strings.ToLower(k))
		if near := max(len(word), len(k)) / 3; d <= max(1, near) && (best == "" || d < least) {
			best, least = k, d
		}
	}
	if word == "" {
		return ""
	}
	return best
}

// Distance is the least number of letters that must be inserted, deleted, replaced, or exchanged with their neighbour to
// make one word the other, where no letter is touched twice (optimal string alignment). It takes O(len(a)*len(b)).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, now := rows[0], rows[1], rows[2]
		now[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			now[j] = min(last[j]+1, now[j-1]+1, change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		rows = [3][]int{last, now, before}
	}
	return rows[1][len(y)]
}
