package perceptron

import "testing"

// The figures as the text prints them: "Accelerations from 9.9x to 18.5x are obtained on different problem sizes", and "Tabu search
// permuted perceptron ... GeForce GTX 280 25.8".
func TestPaper_IsPrinted(t *testing.T) {
	if SpeedupLeast != 9.9 || SpeedupMost != 18.5 || SpeedupAny != 25.8 {
		t.Error(SpeedupLeast, SpeedupMost, SpeedupAny)
	}
}
