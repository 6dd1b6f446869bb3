package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// Instance is a problem as nodes make it again: the text of its file, and what the program said that it is.
type Instance struct {
	Content []byte `json:"-"`
	Hash    string `json:"hash"` // of the content, which travels by it
	File    string `json:"file"`
	Format  string `json:"format,omitempty"`
}

// task is a run, as nodes are told of it.
type task struct {
	Instance Instance      `json:"instance"`
	Method   record.Method `json:"method"`
	Seed     uint64        `json:"seed"`
	Walks    int           `json:"walks"`
	Cores    int           `json:"cores"` // that a walk may have which divides its work
	Start    []int32       `json:"start,omitempty"`
	Budget   walk.Budget   `json:"budget"`
	Machines int           `json:"machines,omitempty"` // that the run has; 0: it is on cores
}

// plan is what the method is prepared with.
func (t *task) plan(cores int) walk.Plan {
	return walk.Plan{Seed: t.Seed, Walks: t.Walks, Start: t.Start, Budget: t.Budget, Workers: cores}
}

// Device is the nodes of a server, as a walk.Remote.
type Device struct {
	client *client
	where  string
	cores  int    // or machines
	model  string // of the machines; "": the device is cores
	of     Instance
	tell   func(string)
}

// Dial connects to a server whose address is where, for runs on an instance. build is that of this program. tell, which may be nil, is told
// of nodes that are not believed.
func Dial(ctx context.Context, where, build string, of Instance, tell func(string)) (*Device, error) {
	a, err := parse(where)
	if err != nil {
		return nil, err
	}
	return a.device(ctx, build, of, tell)
}

func (a address) device(ctx context.Context, build string, of Instance, tell func(string)) (*Device, error) {
	d, list, err := a.there(ctx, build, of, tell)
	if err != nil {
		return nil, err
	}
	if d.cores = lent(list, ""); d.cores == 0 {
		d.Close()
		if len(list) > 0 {
			return nil, fmt.Errorf("multiwalk: cluster: the nodes of %s lend no cores; solve on gpus@cluster", a.shown)
		}
		return nil, fmt.Errorf("multiwalk: cluster: no node has joined %s; begin one there by multiwalk join", a.shown)
	}
	return d, nil
}

// lent is how many machines of a model nodes lend, or how many cores.
func lent(list []Status, model string) (n int) {
	for _, s := range list {
		n += s.lends(model)
	}
	return n
}

// there is a device that has nothing yet, and the nodes that may lend it something.
func (a address) there(ctx context.Context, build string, of Instance, tell func(string)) (*Device, []Status, error) {
	c, err := dial(ctx, a, "multiwalk solve", build)
	if err != nil {
		return nil, nil, err
	}
	list, err := c.roll(ctx)
	if err != nil {
		c.nc.Close()
		return nil, nil, err
	}
	if tell == nil {
		tell = func(string) {}
	}
	list = slices.DeleteFunc(list, func(s Status) bool { return s.Build != build })
	return &Device{client: c, where: a.shown, of: of, tell: tell}, list, nil
}

// String is cluster: and where the server is, without the token.
func (d *Device) String() string { return "cluster:" + d.where }

// Workers is how many cores the nodes had when the connection was made.
func (d *Device) Workers() int { return d.cores }

// Close ends the connection.
func (d *Device) Close() { d.client.nc.Close() }

// Begin implements walk.Remote.
func (d *Device) Begin(_ multiwalk.Problem, m walk.Method, plan walk.Plan, walks int) (walk.Crew, error) {
	method, err := record.MethodOf(m)
	if err != nil {
		return nil, err
	}
	if len(d.of.Content) == 0 {
		return nil, errors.New("multiwalk: cluster: the instance has no text that could be sent to nodes")
	}
	t := task{Instance: d.of, Method: method, Seed: plan.Seed, Walks: plan.Walks, Cores: max(1, d.cores/walks), Start: plan.Start,
		Budget: plan.Budget}
	if d.model != "" {
		t.Machines, t.Cores = d.cores, 1
	}
	t.Instance.Hash = d.client.hash(d.of.Content)
	text, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	c, err := newCrew(d, text)
	if err != nil {
		return nil, err // and no crew, rather than one that is nil
	}
	return c, nil
}
