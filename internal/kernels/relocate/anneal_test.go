package relocate

import "testing"

// Pairs are uniform: of all ordered pairs of different numbers each comes as often as any other.
func TestTwoOf_IsUniform(t *testing.T) {
	const n, each = 7, 2000
	var count [n][n]int
	for i := range uint32(n * (n - 1) * each) {
		pair := twoOf(i*(1<<32/(n*(n-1)*each))+17, n)
		count[pair&0xffff][pair>>16]++
	}
	for i := range n {
		for j := range n {
			if c := count[i][j]; i == j && c != 0 || i != j && (c < each*99/100 || c > each*101/100) {
				t.Errorf("%d and %d come %d times", i, j, c)
			}
		}
	}
}
