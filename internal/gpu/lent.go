package gpu

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// lent is one machine that plays all machines of a run that is elsewhere.
type lent struct {
	of       multiwalk.Accelerator
	at, many int
}

// Lend returns a device of so many machines, each of which is machine number i of d. The walks of a run that has so many such machines do
// there what they do on theirs, as long as one begins after the other.
func Lend(d multiwalk.Accelerator, i, many int) multiwalk.Accelerator { return &lent{d, i, many} }

func (l *lent) String() string                { return l.of.String() }
func (l *lent) Workers() int                  { return l.many }
func (l *lent) Ready() error                  { return l.of.Ready() }
func (l *lent) machine(int) (*Machine, error) { return Of(l.of, l.at) }

// Model is what the machines of a device are. That they are of several models is an error.
func Model(d multiwalk.Accelerator) (string, error) {
	model := ""
	for i := range d.Workers() {
		m, err := Of(d, i)
		if err != nil {
			return "", err
		}
		is := fmt.Sprintf("%s, %d multiprocessors", m.model.Name, m.model.SMs) // by which methods say how many searches it has
		if model != "" && is != model {
			return "", fmt.Errorf("multiwalk: %v is of several models, %s and %s; name those of one", d, model, is)
		}
		model = is
	}
	return model, nil
}
