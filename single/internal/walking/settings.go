package walking

import (
	"fmt"
	"math"
)

// The ranges of the settings of the annealing methods. Settings that count are below 2^31, so that no product of two of
// them and a length overflows 64 bits by more than bits.Mul64 is used for.
const (
	MostCount = math.MaxInt32
	// MostMoves bounds the moves of an iteration, because a walk looks at its budget of evaluations between two.
	MostMoves        = 1 << 16
	LeastTemperature = 1e-100
	MostTemperature  = 1e100
)

// CheckCount refuses a setting that counts and is negative or too great.
func CheckCount(method, name string, value, most int, zero string) error {
	if value < 0 || value > most {
		return fmt.Errorf("multiwalk: %s %s %d is outside [0, %d]; use 0 for the default (%s)", method, name, value, most, zero)
	}
	return nil
}
