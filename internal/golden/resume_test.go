package golden

import (
	"flag"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
)

var every = flag.Bool("every", false, "keep and resume all runs, not one in seven")

// TestRuns_Resume keeps runs between any two of their rounds, and goes on from some of these states. One run in seven has
// every method on some problem and device, for 7 divides neither the number of problems nor that of methods; -short takes
// another seventh.
func TestRuns_Resume(t *testing.T) {
	for i, r := range runs() {
		if !*every && i%7 != map[bool]int{false: 0, true: 3}[testing.Short()] {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			s, brief := r.settings, r
			brief.settings.Stop = []multiwalk.Stop{multiwalk.Work(1)}
			if brief.do(t, s.Device) == nil {
				t.Skip("the method refuses the problem")
			}
			s.Seed = 11
			if err := conformance.CheckResume(r.method, problems[r.problem](), s); err != nil {
				t.Error(err)
			}
			if d := device.GPU(); r.emulated() && d.Ready() == nil {
				s.Device, s.Stop = d, []multiwalk.Stop{multiwalk.Work(9)}
				if err := conformance.CheckResume(r.method, problems[r.problem](), s); err != nil {
					t.Errorf("on a GPU: %v", err)
				}
			}
		})
	}
}
