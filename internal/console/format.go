package console

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Count writes a number with its noun in the singular or the plural.
func Count[N int | int64](n N, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Rate is how many of n things there are in a second.
func Rate(n int64, d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return int64(float64(n) / d.Seconds())
}

// Amount writes a count of things with three digits and a unit: 12.3M moves.
func Amount(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Short(n) + " " + noun
}

// Short writes a count with three digits and a unit: 12.3M.
func Short(n int64) string {
	x := float64(n)
	for _, unit := range []string{"", "k", "M", "G", "T"} {
		if x < 999.5 {
			switch {
			case unit == "":
				return fmt.Sprintf("%.0f", x)
			case x < 9.995:
				return fmt.Sprintf("%.2f%s", x, unit)
			case x < 99.95:
				return fmt.Sprintf("%.1f%s", x, unit)
			}
			return fmt.Sprintf("%.0f%s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%.0fP", x)
}

// Duration writes seconds with a sensible number of decimals.
func Duration(d time.Duration) string {
	if d < time.Second {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}

// WriteJSON prints v for people and programs alike.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
