package asking

import (
	"sync"
	"sync/atomic"
)

// Memo asks a pool, and each solution once as long as it remembers it: costs that another program tells take long, and a search asks for
// those of its best solutions again and again.
type Memo struct {
	*Pool
	mu          sync.Mutex
	now, before map[string]float64 // what is asked moves from before to now; when now is full, before is forgotten
	bytes       int                // of the keys of now
	stops       atomic.Int64
}

// NewMemo returns one that remembers nothing yet.
func NewMemo(p *Pool) *Memo { return &Memo{Pool: p, now: map[string]float64{}} }

// mostKnown bounds the bytes of the solutions that are remembered.
const mostKnown = 32 << 20

// Costs writes what solutions cost, and calls note for each that it had to ask for, once it is known, from several goroutines. It returns the
// pool's error if a question failed, and then some costs are not set.
func (m *Memo) Costs(solutions []string, costs []float64, note func(i int, cost float64)) error {
	known := make(map[string]float64, len(solutions))
	begun := m.stops.Load()
	var unknown []string
	var where []int
	m.mu.Lock()
	for i, s := range solutions {
		if _, ok := known[s]; ok {
			continue
		}
		cost, ok := m.find(s)
		if !ok {
			unknown, where = append(unknown, s), append(where, i)
		}
		known[s] = cost
	}
	m.mu.Unlock()
	if len(unknown) > 0 {
		told := make([]float64, len(unknown))
		err := m.Pool.Costs(unknown, told, func(from, to int) {
			for k := from; k < to; k++ {
				m.learn(unknown[k], told[k])
				note(where[k], told[k])
			}
		}, func() bool { return m.stops.Load() != begun })
		if err != nil {
			return err
		}
		for k, s := range unknown {
			known[s] = told[k]
		}
	}
	for i, s := range solutions {
		costs[i] = known[s]
	}
	return nil
}

// Stop ends the calls of Costs that go on now: the run that they are for is over.
func (m *Memo) Stop() { m.stops.Add(1) }

// find returns what is remembered. The caller has the mutex.
func (m *Memo) find(s string) (float64, bool) {
	if cost, ok := m.now[s]; ok {
		return cost, true
	}
	cost, ok := m.before[s]
	return cost, ok
}

func (m *Memo) learn(s string, cost float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now[s] = cost
	if m.bytes += len(s) + 32; m.bytes > mostKnown/2 {
		m.now, m.before, m.bytes = map[string]float64{}, m.now, 0
	}
}
