package tempering

import "testing"

// What is documented of parallel tempering.
func TestTempering_Defaults(t *testing.T) {
	if temperingReplicas != 16 || maxReplicas != 32 || temperingSweep != 10 {
		t.Errorf("%d replicas of up to %d, sweeps of %d", temperingReplicas, maxReplicas, temperingSweep)
	}
}
