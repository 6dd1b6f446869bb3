// Package must is for tests that end where something fails that is not what they test.
package must

import "testing"

// Have returns what a function returned that has not failed: p := must.Have(tsp.Read(r, name))(t).
func Have[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Do ends the test if something failed.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Be is Have where no test is at hand: what failed panics.
func Be[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
