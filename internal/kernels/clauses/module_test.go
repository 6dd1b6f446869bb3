package clauses

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
)

func TestModule_KernelsAreInThePTX(t *testing.T) { gputest.InPTX(t, Module()) }
