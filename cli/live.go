package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/service"
)

// liveAddress is where a live page is shown: --live, or --live=HOST:PORT.
type liveAddress string

// IsBool says that the flag needs no value.
func (*liveAddress) IsBool() bool { return true }

// Decode reads the flag.
func (l *liveAddress) Decode(ctx *kong.DecodeContext) error {
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		*l = liveAddress(ctx.Scan.Pop().String())
		if *l == "" {
			return errors.New("the value is empty; give HOST:PORT, or leave it out")
		}
		return nil
	}
	*l = "localhost:0"
	return nil
}

// show serves the page of some runs, and says where it is.
func show(c *console.Console, where string, runs ...service.Shown) (*service.Service, *http.Server, error) {
	at, err := listen(where, "")
	if err != nil {
		return nil, nil, console.Environment(err)
	}
	config := service.Config{Version: c.Version, Local: at.trust == nil}
	if at.trust != nil {
		config.Token = at.trust.Secret
	}
	page := service.Show(config, runs...)
	server := page.Server()
	go at.serve(server)
	_, err = fmt.Fprintf(c.Err, "live: %s\n", at.address())
	return page, server, err
}

// lookTime is how long a page that is open gets for the end of the run.
const lookTime = 500 * time.Millisecond

// watched runs while a live page shows it.
func (j *job) watched(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	feed := new(record.Feed)
	page, server, err := show(j.console, string(j.cmd.Live), service.Shown{File: filename.Text(j.cmd.File), Feed: feed, Stop: cancel,
		Instance: func() (*problem.Instance, error) { return j.in, nil }})
	if err != nil {
		j.release()
		return err
	}
	j.over = func(r report) {
		if text, err := json.Marshal(r); err == nil {
			page.Over(text)
		}
	}
	err = j.solve(ctx, feed)
	seen := page.Watched()
	if seen {
		time.Sleep(lookTime)
	}
	feed.Close()
	if seen {
		ctx, cancel := context.WithTimeout(context.Background(), lookTime)
		defer cancel()
		_ = server.Shutdown(ctx) // who still reads then is too slow
	}
	_ = server.Close()
	return err
}

// liveCmd shows records.
type liveCmd struct {
	Records  []string `arg:"" name:"record" help:"Records of runs; - is the standard input."`
	Listen   string   `default:"localhost:0" placeholder:"HOST:PORT" help:"Where the page is. localhost is for this machine alone; any other address needs the token. Port 0 is any that is free."`
	Instance string   `placeholder:"FILE" help:"The instance, if its file is not where the records say."`
}

// mostLive is how many runs a page shows.
const mostLive = 1000

// Run shows the runs until it is interrupted.
func (l *liveCmd) Run(c *console.Console, p *Program) error {
	var runs []service.Shown
	for _, file := range l.Records {
		list, err := p.runsIn(file, c.In)
		if err != nil {
			return err
		}
		for _, r := range list {
			feed, err := record.Replay(r, nil)
			if err != nil {
				return err
			}
			e := &evidence{program: p, file: l.Instance}
			runs = append(runs, service.Shown{File: r.At, Feed: feed, Instance: func() (*problem.Instance, error) { return e.instance(r) }})
		}
	}
	if len(runs) > mostLive {
		return fmt.Errorf("the records have %d runs, and a page shows %d at most; give fewer", len(runs), mostLive)
	}
	_, server, err := show(c, l.Listen, runs...)
	if err != nil {
		return err
	}
	ctx, release := c.Interruptible()
	defer release()
	<-ctx.Done()
	return server.Close()
}
