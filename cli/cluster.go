package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cluster"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/walk"
)

// serveCmd is a server, and a node of it.
type serveCmd struct {
	Listen string `placeholder:"HOST:PORT" help:"Where to listen for machines. localhost is for this machine alone and needs no token; another, such as 0.0.0.0, is for who has the token. The port is 4333 unless given. (default: localhost; with --http, nowhere)"`
	Store  string `placeholder:"DIR" help:"Keep the keys in DIR, so that the token stays the same when the server is started again, and with --http the jobs, so that they go on."`
	serviceFlags
	nodeFlags
}

// joinCmd is a node.
type joinCmd struct {
	Host string `arg:"" help:"The server, as ${program} serve prints it: HOST, HOST:PORT/TOKEN, or @FILE with that in a file; or the URL of a NATS server."`
	nodeFlags
}

// nodeFlags say how much a machine does for others.
type nodeFlags struct {
	Cores  *int   `placeholder:"N" help:"Cores that work for runs. (default: all; serve takes 0 to work for none)"`
	Device string `placeholder:"DEVICE" help:"GPUs that work for runs too, each for a walk at a time: gpu:0,1, gpu:all, or emulator for tests. (default: none)"`
	Name   string `placeholder:"NAME" help:"What this machine is called in lists. (default: its host name)"`
}

// nodesCmd lists the nodes of a server.
type nodesCmd struct {
	Host string `arg:"" optional:"" default:"localhost" help:"The server, as for ${program} join."`
	JSON bool   `help:"Print a JSON array."`
}

// node is what the flags make of this machine.
func (f *nodeFlags) node(c *console.Console, p *Program) (cluster.Node, error) {
	n := cluster.Node{Name: f.Name, Cores: runtime.GOMAXPROCS(0), Build: buildName(c), Make: p.made}
	if f.Cores != nil {
		n.Cores = *f.Cores
	}
	if n.Name == "" {
		host, _ := os.Hostname()
		n.Name = fmt.Sprintf("%s/%d", host, os.Getpid())
	}
	n.Tell = func(line string) { fmt.Fprintln(c.Err, strings.TrimPrefix(line, "multiwalk: ")) }
	if f.Device == "" {
		return n, nil
	}
	d, err := device.Parse(f.Device)
	if errors.Is(err, device.ErrNoGPU) {
		return n, console.Environment(err)
	}
	if err != nil {
		return n, err
	}
	lent, ok := d.(multiwalk.Accelerator)
	if !ok {
		return n, fmt.Errorf("--device names the GPUs that are lent, such as gpu:all, and not %s; --cores says how many cores", f.Device)
	}
	n.Machines = lent
	return n, nil
}

// buildName says which program this is: nodes of a cluster are all the same.
func buildName(c *console.Console) string {
	return fmt.Sprintf("%s %s, build %s", c.Name, c.Version, build())
}

// made makes the problem and the method of a run that another process began.
func (p *Program) made(of cluster.Instance, method record.Method) (multiwalk.Problem, walk.Method, error) {
	in, err := p.Parse(of.Content, of.File, of.Format)
	if err != nil {
		return nil, nil, err
	}
	m, err := method.Restore(p.replayed())
	return in.Problem, m, err
}

// Run serves until it is interrupted.
func (s *serveCmd) Run(c *console.Console, p *Program) error {
	ctx, release := c.Interruptible()
	defer release()
	if s.HTTP != "" && s.Listen == "" {
		if s.nodeFlags != (nodeFlags{}) {
			return errors.New("--cores, --device and --name are about work for other machines, which --http alone does none of; give --listen HOST:PORT too, or leave them out")
		}
		jobs, err := s.startService(c, p, s.Store, nil)
		if err != nil {
			return console.Environment(err)
		}
		<-ctx.Done()
		jobs.Close()
		return nil
	}
	n, err := s.node(c, p)
	if err != nil {
		return err
	}
	server, err := cluster.Serve(cluster.Serving{Listen: s.Listen, Store: s.Store, Build: buildName(c)})
	if err != nil {
		return console.Environment(err)
	}
	defer server.Close()
	if _, err := fmt.Fprintf(c.Out, "more machines: %s join %s\nruns: %s solve FILE --device cluster:%s\n",
		c.Name, server.Address(), c.Name, server.Address()); err != nil {
		return err
	}
	if s.HTTP != "" {
		jobs, err := s.startService(c, p, s.Store, server.WriteMetrics)
		if err != nil {
			return console.Environment(err)
		}
		defer jobs.Close()
	}
	if n.Cores == 0 && n.Machines == nil {
		cluster.Frugal(ctx)
		return nil
	}
	return environment(cluster.Join(ctx, server.Address(), n))
}

// Run works until it is interrupted.
func (j *joinCmd) Run(c *console.Console, p *Program) error {
	n, err := j.node(c, p)
	if err != nil {
		return err
	}
	ctx, release := c.Interruptible()
	defer release()
	return environment(cluster.Join(ctx, j.Host, n))
}

// environment is the failure that an error of a server or a node is.
func environment(err error) error {
	if err == nil {
		return nil
	}
	return console.Environment(err)
}

// Run lists the nodes.
func (n *nodesCmd) Run(c *console.Console) error {
	list, err := cluster.Nodes(context.Background(), n.Host, buildName(c))
	if err != nil {
		return console.Environment(err)
	}
	if n.JSON {
		return console.WriteJSON(c.Out, list)
	}
	for _, s := range list {
		state := fmt.Sprintf("%s, %d busy, %s, %s of work", console.Count(s.Cores, "core"), s.Busy, console.Count(int(s.Units), "unit"),
			time.Duration(s.Work*float64(time.Second)).Round(100*time.Millisecond))
		if s.Machines > 0 {
			state += fmt.Sprintf("; lends %s (%s)", console.Count(s.Machines, "GPU"), s.Model)
		}
		if s.Build != buildName(c) {
			state += "; left out, as it is " + s.Build
		}
		if _, err := fmt.Fprintf(c.Out, "%-20s %s\n", s.Name, state); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		_, err = fmt.Fprintln(c.Out, "no node has joined")
	}
	return err
}

// parseDevice finds the device that the user named.
func (j *job) parseDevice() (multiwalk.Device, error) {
	where, many, ok, err := onCluster(j.cmd.Device)
	if err != nil {
		return nil, err
	}
	if !ok {
		return device.Parse(j.cmd.Device)
	}
	format, err := j.cmd.format()
	if err != nil {
		return nil, err
	}
	j.heard = make(chan string, 64)
	hear := func(line string) {
		select {
		case j.heard <- line:
		default: // enough was said
		}
	}
	of := cluster.Instance{Content: j.content, File: j.cmd.File, Format: format}
	var d multiwalk.Device
	if many < 0 {
		d, err = cluster.Dial(context.Background(), where, buildName(j.console), of, hear)
	} else {
		d, err = cluster.DialMachines(context.Background(), where, buildName(j.console), many, of, hear)
	}
	if err != nil {
		return nil, console.Environment(err)
	}
	return d, nil
}

// onCluster reads cluster:HOST, gpus@cluster:HOST or gpus:N@cluster:HOST. many is how many GPUs that asks for, 0 for all that there are, -1
// for cores.
func onCluster(name string) (where string, many int, ok bool, err error) {
	if where, ok = strings.CutPrefix(name, "cluster:"); ok {
		return where, -1, true, nil
	}
	gpus, where, ok := strings.Cut(name, "@cluster:")
	if !ok {
		return "", 0, false, nil
	}
	kind, number, given := strings.Cut(gpus, ":")
	if given {
		many, err = strconv.Atoi(number)
	}
	if kind != "gpus" || err != nil || given && many < 1 {
		return "", 0, false, fmt.Errorf("device %q is none of a cluster; write cluster:HOST for its cores, gpus@cluster:HOST for all of its GPUs, "+
			"or gpus:2@cluster:HOST for so many", gpus+"@cluster:…")
	}
	return where, many, true, nil
}
