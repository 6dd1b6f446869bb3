package relocate

import "testing"

// Pairs are uniform: of all ordered pairs of different numbers each comes as often as any other.
func TestPairs_AreUniform(t *testing.T) {
	for name, draw := range map[string]func(word, n uint32) (v, a uint32){"cityAndPlace": cityAndPlace, "twoOf": func(word, n uint32) (v, a uint32) {
		pair := twoOf(word, n)
		return pair & 0xffff, pair >> 16
	}} {
		const n, each = 7, 2000
		var count [n][n]int
		for i := range uint32(n * (n - 1) * each) {
			v, a := draw(i*(1<<32/(n*(n-1)*each))+17, n)
			count[v][a]++
		}
		for i := range n {
			for j := range n {
				if c := count[i][j]; i == j && c != 0 || i != j && (c < each*99/100 || c > each*101/100) {
					t.Errorf("%s: %d and %d come %d times", name, i, j, c)
				}
			}
		}
	}
}
