package must

import (
	"errors"
	"strings"
	"testing"
)

// Fail reports it unless what a function returned last is an error that says or wraps all that is wanted:
// must.Fail(t, "no such file", fs.ErrNotExist)(os.Open(name)).
func Fail(t testing.TB, want ...any) func(results ...any) {
	return func(results ...any) {
		t.Helper()
		err, _ := results[len(results)-1].(error)
		for _, w := range want {
			target, wraps := w.(error)
			if err == nil || wraps && !errors.Is(err, target) || !wraps && !strings.Contains(err.Error(), w.(string)) {
				t.Errorf("the error is %v, want %v", err, w)
			}
		}
	}
}
