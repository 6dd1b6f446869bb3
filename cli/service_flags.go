package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk/cluster"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/service"
)

// httpPort is the port of a service, unless its address names another.
const httpPort = "4380"

// serviceFlags say whether a server takes jobs by HTTP, and how many.
type serviceFlags struct {
	HTTP      string        `name:"http" placeholder:"HOST:PORT" help:"Take jobs by HTTP, and show a page of them. localhost is for this machine alone; any other address needs the token. The port is 4380 unless given."`
	JobDevice string        `placeholder:"DEVICE" help:"Where jobs run, as solve --device takes it. (default: cpu, each on its share of the cores)"`
	AtOnce    int           `placeholder:"N" help:"Jobs that are solved at the same time. (default: one for each core)"`
	Queue     int           `placeholder:"N" help:"Jobs that may wait. (default: 1000)"`
	Keep      int           `placeholder:"N" help:"Jobs that are remembered after their end. (default: 1000)"`
	MostTime  time.Duration `placeholder:"DURATION" help:"The time that a job may take. (default: 1h)"`
	MostWalks int           `placeholder:"N" help:"The walks that a job may ask for. (default: 1000)"`
}

// httpService is a service that listens.
type httpService struct {
	jobs   *service.Service
	server *http.Server
}

// startService takes jobs from now on, and says where. metrics are those of a cluster's nodes; nil: there is none.
func (f *serviceFlags) startService(c *console.Console, p *Program, store string, metrics func(context.Context, io.Writer) error) (*httpService, error) {
	at, err := listen(f.HTTP, store)
	if err != nil {
		return nil, err
	}
	config := service.Config{Solver: newJobSolver(c, p, f.JobDevice), Store: store, AtOnce: f.AtOnce, Queue: f.Queue, Keep: f.Keep,
		MostTime: f.MostTime, MostWalks: f.MostWalks, Schema: p.Schema, Version: c.Version, Local: at.trust == nil, Metrics: metrics,
		Tell: func(line string) { fmt.Fprintln(c.Err, "note: "+line) }}
	if at.trust != nil {
		config.Token = at.trust.Secret
	}
	jobs, err := service.New(config)
	if err != nil {
		_ = at.Close()
		return nil, err
	}
	s := &httpService{jobs, jobs.Server()}
	go at.serve(s.server)
	_, err = fmt.Fprintf(c.Out, "jobs: %s\n", at.usage())
	if err == nil && store == "" {
		_, err = fmt.Fprintln(c.Out, "jobs are gone when this ends; --store DIR keeps them")
	}
	return s, err
}

// Close keeps all jobs, and ends the service.
func (s *httpService) Close() {
	s.jobs.Close() // ends all streams too
	_ = s.server.Close()
}

// listener listens on this machine alone, or to all who have the token.
type listener struct {
	net.Listener
	host  string
	trust *cluster.Trust // nil: only this machine is heard
}

// listen opens HOST:PORT, HOST or :PORT.
func listen(where, store string) (*listener, error) {
	host, port, err := net.SplitHostPort(where)
	if err != nil {
		host, port = strings.Trim(where, "[]"), httpPort
	}
	if host == "" {
		host = "localhost"
	}
	l := &listener{host: host}
	if !cluster.Loopback(host) {
		if l.trust, err = cluster.TrustOf(store); err != nil {
			return nil, err
		}
	}
	if l.Listener, err = net.Listen("tcp", net.JoinHostPort(host, port)); err != nil {
		return nil, fmt.Errorf("%w; name another HOST:PORT", err)
	}
	return l, nil
}

// serve serves until the server is closed.
func (l *listener) serve(s *http.Server) {
	var err error
	if l.trust != nil {
		s.TLSConfig = l.trust.TLS
		err = s.ServeTLS(l, "", "")
	} else {
		err = s.Serve(l)
	}
	if !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintln(os.Stderr, "note: the service does not listen any more: "+err.Error())
	}
}

// address is where a browser finds the page; the token is in the part that is sent to nobody.
func (l *listener) address() string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	at := url.URL{Scheme: "http", Host: net.JoinHostPort(l.host, port), Path: "/"}
	if l.trust == nil {
		return at.String()
	}
	if ip := net.ParseIP(l.host); ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			at.Host = net.JoinHostPort(name, port)
		}
	}
	at.Scheme, at.Fragment = "https", "token="+l.trust.Secret
	return at.String()
}

// usage is the page's address, and a line for curl.
func (l *listener) usage() string {
	page := l.address()
	if l.trust == nil {
		return page + " (curl --data-binary @model.json '" + page + "v1/jobs?time=10s')"
	}
	base, _, _ := strings.Cut(page, "#")
	return page + " (curl -k --pinnedpubkey sha256//" + l.trust.Pin + " -H 'Authorization: Bearer " + l.trust.Secret +
		"' --data-binary @model.json '" + base + "v1/jobs?time=10s')"
}
