package nearest

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"tabu", "tabu", 0}, {"tabo", "tabu", 1}, {"tbau", "tabu", 1},
		{"tenur", "tenure", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"größe", "grösse", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q it is %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("from %q to %q it is %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	known := []string{"climb", "anneal", "tabu", "iterated-tabu", "ils"}
	for word, want := range map[string]string{
		"tabo": `, did you mean "tabu"?`, "aneal": `, did you mean "anneal"?`, "Annael": `, did you mean "anneal"?`,
		"iterated_tabu": `, did you mean "iterated-tabu"?`, "isl": `, did you mean "ils"?`,
		"psychic": "", "": "", "xy": "",
	} {
		if got := Hint(word, known); got != want {
			t.Errorf("for %q it says %q, want %q", word, got, want)
		}
	}
}
