// Package tuning is what measurements chose for GPUs: shapes of launches, and how long the steps of kernels take, by which
// launches get their length. table.json holds it by name, size and compute capability, each with the measurement behind it;
// multiwalk kernel tune measures again on another GPU and writes rows for that one. No value changes what a search does, but
// for genetic.threads.
package tuning

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
)

// Row is one parameter of some kernels on GPUs of one compute capability.
type Row struct {
	Name       string `json:"name"` // such as "tabu.warps"
	Kernels    string `json:"kernels"`
	Capability int    `json:"capability"` // 90 is 9.0
	Size       string `json:"size"`       // what Step.Upto counts
	Unit       string `json:"unit"`
	Values     []Step `json:"values"`   // in ascending order of Upto
	Measured   string `json:"measured"` // where, and by what
}

// Step is the value for sizes up to one; Upto 0 stands for all that are greater.
type Step struct {
	Upto  int     `json:"upto,omitempty"`
	Value float64 `json:"value"`
}

//go:embed table.json
var builtin []byte

var (
	mu   sync.RWMutex
	rows = sync.OnceValue(func() []Row {
		list, err := Read(bytes.NewReader(builtin))
		if err != nil {
			panic(err) // TestTable reads it
		}
		return list
	})
	added  []Row              // in front of those
	forced map[string]float64 // by Try
)

// Of returns the value of a parameter for GPUs of a compute capability at a size: that of the row of this capability, or
// where there is none, of the row with the highest capability.
func Of(name string, capability, size int) float64 {
	mu.RLock()
	defer mu.RUnlock()
	if v, ok := forced[name]; ok {
		return v
	}
	row := find(name, capability)
	if row == nil {
		panic("tuning: no row " + name)
	}
	i := slices.IndexFunc(row.Values, func(s Step) bool { return s.Upto == 0 || size <= s.Upto })
	return row.Values[i].Value
}

func find(name string, capability int) (best *Row) {
	for _, list := range [][]Row{added, rows()} {
		for i := range list {
			r := &list[i]
			switch {
			case r.Name != name:
			case r.Capability == capability:
				return r
			case best == nil || r.Capability > best.Capability:
				best = r
			}
		}
	}
	return best
}

// Rows lists the parameters as Of finds them for GPUs of a compute capability.
func Rows(capability int) (list []Row) {
	mu.RLock()
	defer mu.RUnlock()
	for _, r := range rows() {
		if !slices.ContainsFunc(list, func(s Row) bool { return s.Name == r.Name }) {
			list = append(list, *find(r.Name, capability))
		}
	}
	return list
}

// Add puts rows in front of those that are built in. It refuses a parameter that no kernel has.
func Add(list []Row) error {
	mu.Lock()
	defer mu.Unlock()
	for _, r := range list {
		if find(r.Name, r.Capability) == nil {
			return fmt.Errorf("multiwalk: the tuning has a row %q, which no kernel knows; make it anew by multiwalk kernel tune", r.Name)
		}
	}
	added = append(slices.Clone(list), added...)
	return nil
}

// Try has Of return a value until restore is called, whatever the capability and the size: for measurements and tests.
func Try(name string, value float64) (restore func()) {
	mu.Lock()
	defer mu.Unlock()
	was, ok := forced[name]
	if forced == nil {
		forced = map[string]float64{}
	}
	forced[name] = value
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if delete(forced, name); ok {
			forced[name] = was
		}
	}
}

// Read reads rows. It refuses unknown fields, and values that are not for every size or out of order.
func Read(r io.Reader) (list []Row, err error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("multiwalk: the tuning is no list of rows: %w; make it anew by multiwalk kernel tune", err)
	}
	for i, row := range list {
		last := len(row.Values) - 1
		for k, s := range row.Values {
			if row.Name == "" || row.Capability < 10 || s.Value < 0 || s.Value > 1e12 || k < last && s.Upto <= 0 ||
				k > 0 && s.Upto != 0 && s.Upto <= row.Values[k-1].Upto || k == last && s.Upto != 0 {
				last = -1
				break
			}
		}
		if last < 0 {
			return nil, fmt.Errorf("multiwalk: row %d of the tuning, %q, needs a name, a capability such as 90, and values from 0 to "+
				"1e12 in ascending order of upto, the last without one", i+1, row.Name)
		}
	}
	return list, nil
}
