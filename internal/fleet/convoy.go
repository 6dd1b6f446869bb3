package fleet

import (
	"errors"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Convoy is one walk of Minimize that drives all machines of an accelerator. Their searches are one population. Each machine holds a
// contiguous block of it. All machines launch side by side, and begin and end at the same points of logical time: so they act as one machine
// that holds more.
// What a search does follows from its number in the whole population. So where the population has a given size, a convoy finds the
// same on any number of machines, to the last bit; only where nothing says how many searches there are do more machines hold more.
//
// The search of a method with a convoy is a walk.WalkLimiter of one walk. A method that exchanges solutions between launches reads and
// writes those of all Machines. BeginEach, Left and Incumbents do that for crowds.
type Convoy struct {
	*Walk    // the first machine's, which leads the others
	Machines []Machine
}

// Convoy starts convoy number id of a run. Where fewer searches are asked for than there are machines, each of these has one and the others
// have none.
func (f *Fleet) Convoy(id int) (*Convoy, error) {
	c, base, machines := &Convoy{}, uint32(0), f.Plan.Device.Workers()
	for i := range machines {
		if f.Plan.Walks > 0 && i >= f.Plan.Walks {
			break
		}
		m := f.New()
		c.Machines = append(c.Machines, m)
		if err := f.start(m, id*machines+i, base); err != nil {
			return nil, errors.Join(err, c.Close())
		}
		base += uint32(m.Searches())
	}
	c.Walk = c.Machines[0].Self()
	for _, m := range c.Machines[1:] {
		c.led = append(c.led, m.Self())
	}
	_, err := c.improve(nil, -1)
	return c, err
}

// Searches is how many there are on all machines.
func (c *Convoy) Searches() (n int) {
	for _, m := range c.Machines {
		n += m.Searches()
	}
	return n
}

// crowd is a Crowd, whatever its searches are.
type crowd interface {
	BeginEach(x []int32, iterations int64) error
	Left() int64
	Incumbents() (x []int32, costs []int64, err error)
}

// BeginEach is that of a Crowd on all machines. The solutions of all searches lie one after the other.
func (c *Convoy) BeginEach(x []int32, iterations int64) error {
	for _, m := range c.Machines {
		own := m.Searches() * len(c.X)
		if err := m.(crowd).BeginEach(x[:own], iterations); err != nil {
			return err
		}
		x = x[own:]
	}
	return nil
}

// Left is that of a Crowd.
func (c *Convoy) Left() int64 { return c.Machines[0].(crowd).Left() }

// Incumbents are those of Crowds on all machines, one after the other.
func (c *Convoy) Incumbents() (x []int32, costs []int64, err error) {
	for _, m := range c.Machines {
		own, cost, failed := m.(crowd).Incumbents()
		x, costs, err = append(x, own...), append(costs, cost...), errors.Join(err, failed)
	}
	return x, costs, err
}

func (c *Convoy) Save(a *checkpoint.Archive) {
	for _, m := range c.Machines {
		walk.SaveWalk(a, m)
	}
}

// Close frees the memory of all machines.
func (c *Convoy) Close() error { return walk.Close(c.Machines...) }
