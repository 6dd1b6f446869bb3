package bounded

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

func TestWhole(t *testing.T) {
	for word, want := range map[string]int64{
		"0": 0, "-0": 0, "12": 12, "+12": 12, "-12": -12, "12.0": 12, "12.": 12, ".0": 0, "1.2e1": 12, "1.2D+1": 12, "120E-1": 12, "12000d-003": 12,
		"0.00": 0, "0e999999999999999999999": 0, "007": 7, "9223372036854775807": math.MaxInt64, "9007199254740993.0": 1<<53 + 1,
		"-9223372036854775808.000": math.MinInt64, "1e18": 1e18, "0.000000000000000000012e21": 12, "1" + strings.Repeat("0", 30) + "e-30": 1,
	} {
		if got, err := Whole([]byte(word)); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", word, got, err, want)
		}
	}
	for word, want := range map[string]error{
		"": ErrNumber, "-": ErrNumber, ".": ErrNumber, "e5": ErrNumber, "1e": ErrNumber, "1e+": ErrNumber, "1e1.5": ErrNumber, "1.2.3": ErrNumber,
		"1_000": ErrNumber, "0x10": ErrNumber, "0x1p4": ErrNumber, "inf": ErrNumber, "NaN": ErrNumber, "--1": ErrNumber, "1,5": ErrNumber, "5x": ErrNumber, strings.Repeat("0", Longest) + "1": ErrNumber,
		"1.5": ErrFraction, "-0.1": ErrFraction, "15e-1": ErrFraction, "1e-999999999999999999999": ErrFraction, "0.3333333333333333333333": ErrFraction,
		"9223372036854775808": ErrRange, "-9223372036854775809": ErrRange, "1e19": ErrRange, "1e999999999999": ErrRange, "123456789012345678901": ErrRange,
		"36893488147419103233": ErrRange,
	} {
		if got, err := Whole([]byte(word)); !errors.Is(err, want) {
			t.Errorf("%q: %d, %v, want %v", word, got, err, want)
		}
	}
	if v, err := WholeUnsigned([]byte("18446744073709551615.0")); err != nil || v != math.MaxUint64 {
		t.Errorf("%d, %v", v, err)
	}
	for word, want := range map[string]error{"-1": ErrRange, "18446744073709551616": ErrRange, "-0.5": ErrFraction, "x": ErrNumber} {
		if v, err := WholeUnsigned([]byte(word)); !errors.Is(err, want) {
			t.Errorf("%q: %d, %v, want %v", word, v, err, want)
		}
	}
}

// Whatever the word: what is read is what exact arithmetic reads.
func FuzzWhole(f *testing.F) {
	for _, word := range []string{"12.0", "-1.5e3", "9223372036854775807", "1d2", ".5", "00.10e1", "1e-3"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		got, err := Whole([]byte(word))
		if plain, plainErr := strconv.ParseInt(word, 10, 64); plainErr == nil && len(word) <= Longest && (err != nil || got != plain) {
			t.Fatalf("%q: %d, %v, want %d", word, got, err, plain)
		}
		if len(word) > Longest || strings.ContainsAny(word, "_xXpPbBoO/iInN") {
			return
		}
		if at := strings.IndexAny(strings.ToLower(word), "ed"); at >= 0 && len(word)-at > 4 {
			return // a number of as many digits
		}
		want, ok := new(big.Rat).SetString(strings.NewReplacer("d", "e", "D", "e").Replace(word))
		switch {
		case ok != !errors.Is(err, ErrNumber):
			t.Fatalf("%q: %d, %v, by exact arithmetic %v", word, got, err, want)
		case ok && (err == nil) != (want.IsInt() && want.Num().IsInt64()), ok && err == nil && want.Num().Int64() != got:
			t.Fatalf("%q: %d, %v, by exact arithmetic %v", word, got, err, want)
		}
	})
}
