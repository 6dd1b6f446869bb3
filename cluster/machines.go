package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Machines is GPUs that the nodes of a server lend, as a walk.Lender: all of one model, as what a walk there does depends on that. A run finds
// what it finds on one computer with as many of them.
type Machines struct{ *Device }

// DialMachines is Dial for GPUs: so many of the model of which there are most, or all of these if many is 0. A run may have more than there
// are: they work on its walks in turn.
func DialMachines(ctx context.Context, where, build string, many int, of Instance, tell func(string)) (*Machines, error) {
	a, err := parse(where)
	if err != nil {
		return nil, err
	}
	if many < 0 || many > mostMachines {
		return nil, fmt.Errorf("multiwalk: cluster: a run has from 1 to %d GPUs, and not %d", mostMachines, many)
	}
	d, list, err := a.there(ctx, build, of, tell)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if s.Model > "" && s.lends(s.Model) > 0 {
			if n := lent(list, s.Model); n > d.cores || n == d.cores && s.Model < d.model {
				d.model, d.cores = s.Model, n
			}
		}
	}
	if d.cores == 0 {
		d.Close()
		return nil, fmt.Errorf("multiwalk: cluster: no node of %s lends a GPU; begin one there by multiwalk join --device gpu:all", a.shown)
	}
	if other := slices.IndexFunc(list, func(s Status) bool { return s.Machines > 0 && s.Model != d.model }); other >= 0 {
		d.tell(fmt.Sprintf("the run is on %s; machines of another model are left out, such as %.80s", d.model, list[other].Model))
	}
	if d.cores = min(d.cores, mostMachines); many > 0 {
		d.cores = many
	}
	return &Machines{d}, nil
}

// String is gpus:2@cluster: and where the server is.
func (d *Machines) String() string { return fmt.Sprintf("gpus:%d@%v", d.cores, d.Device) }

// Ready implements multiwalk.Accelerator.
func (d *Machines) Ready() error {
	if d.client.nc.IsClosed() {
		return errors.New("multiwalk: cluster: the connection to " + d.where + " is closed")
	}
	return nil
}

// StandIn implements walk.Lender.
func (d *Machines) StandIn() multiwalk.Accelerator { return gpu.Emulators(d.cores) }

// alone is what a run does while no node is there.
func (d *Device) alone() string {
	if d.model != "" {
		return "waits"
	}
	return "goes on here"
}
