package asking

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
)

// question is what is asked at once.
type question struct {
	ticket int64
	costs  []float64
	done   chan struct{} // closed when costs has the answer
}

// child is a program that tells costs, or who reads our own standard output.
type child struct {
	pool    *Pool
	open    int // questions; guarded by the pool's mutex
	process *exec.Cmd
	in      io.Writer
	pipes   []io.Closer // both ends of ours
	words   *lastWords
	over    chan struct{} // closed when nothing more will be read
	writing sync.Mutex    // of in

	mu      sync.Mutex // of what follows
	waiting map[int64]*question
	clock   *time.Timer // runs while questions wait
	begun   bool        // it has answered
}

func start(p *Pool) (*child, error) {
	c := &child{pool: p, waiting: map[int64]*question{}, over: make(chan struct{}), words: &lastWords{}, in: p.o.Out}
	out := p.o.In
	if p.o.Command != "" {
		c.process = shell(p.o.Command)
		c.process.Stderr = c.words
		c.process.WaitDelay = patience
		in, err := c.process.StdinPipe()
		if err != nil {
			return nil, err
		}
		read, err := c.process.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := c.process.Start(); err != nil {
			return nil, fmt.Errorf("multiwalk: the cost command %s does not start: %w", p.o.Command, err)
		}
		c.in, c.pipes, out = in, []io.Closer{in, read}, read
	}
	go c.listen(out)
	return c, nil
}

// patience is how long a child may go on that nobody asks any more.
const patience = 300 * time.Millisecond

// send writes a question. Where that fails the child is gone, and listen says why.
func (c *child) send(t *question, solutions []string) {
	text := strconv.AppendInt([]byte(`{"ticket":`), t.ticket, 10)
	text = append(text, `,"solutions":[`...)
	for i, s := range solutions {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, s...)
	}
	text = append(text, "]}\n"...)
	c.mu.Lock()
	c.waiting[t.ticket] = t
	if c.clock == nil && c.pool.o.Timeout > 0 {
		limit := c.pool.o.Timeout
		if !c.begun {
			limit = max(limit, c.pool.o.Starting)
		}
		c.clock = time.AfterFunc(limit, func() { c.silent(limit) })
	}
	c.mu.Unlock()
	c.writing.Lock()
	defer c.writing.Unlock()
	_, _ = c.in.Write(text)
}

// silent is called when a child has told nothing for too long.
func (c *child) silent(limit time.Duration) {
	c.pool.Fail(fmt.Errorf("multiwalk: the cost command has not answered for %v; it hangs, or give it more by --cost-timeout%s",
		limit, c.words))
}

// mostLine bounds a line that a child writes.
const mostLine = 64 << 20

// listen reads answers until there are no more, and says what ended them.
func (c *child) listen(out io.Reader) {
	defer close(c.over)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, mostLine)
	var err error
	for err == nil && lines.Scan() {
		err = c.hear(lines.Bytes())
	}
	if err == nil && !errors.Is(lines.Err(), os.ErrClosed) { // which kill does
		err = lines.Err()
	}
	if c.process != nil {
		if err != nil {
			c.kill()
		}
		wait := c.wait()
		if err == nil {
			err = fmt.Errorf("it ended (%s) and was not done", wait)
		}
	} else if err == nil {
		err = errors.New("the standard input has ended")
	}
	c.pool.Fail(fmt.Errorf("multiwalk: the cost command: %w%s", err, c.words))
}

// wait waits for the end of a process that has closed its output.
func (c *child) wait() string {
	late := time.AfterFunc(patience, c.kill)
	defer late.Stop()
	if err := c.process.Wait(); err != nil && c.process.ProcessState == nil {
		return err.Error()
	}
	return c.process.ProcessState.String()
}

// answer is a line of a child.
type answer struct {
	Ticket *int64     `json:"ticket"`
	Costs  []*float64 `json:"costs"`
	Error  *string    `json:"error"`
}

// hear takes a line to be an answer.
func (c *child) hear(line []byte) error {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	var a answer
	if err := json.Unmarshal(line, &a, json.RejectUnknownMembers(true)); err != nil || a.Ticket == nil {
		for _, word := range []string{"NaN", "Infinity"} {
			if bytes.Contains(line, []byte(word)) {
				return fmt.Errorf("found %s in %s, expected numbers; give a solution that is no good a great cost", word, cut(line))
			}
		}
		return fmt.Errorf(`found %s, expected a line such as {"ticket":1,"costs":[31]}; print what is not an answer to the standard error`, cut(line))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.waiting[*a.Ticket]
	switch {
	case t == nil:
		return fmt.Errorf("found an answer to ticket %d, which is not open; answer each question once", *a.Ticket)
	case a.Error != nil:
		return errors.New(cut([]byte(*a.Error)))
	case len(a.Costs) != len(t.costs):
		return fmt.Errorf("found %d costs for ticket %d, expected %d, one for each solution", len(a.Costs), *a.Ticket, len(t.costs))
	}
	for i, cost := range a.Costs {
		if cost == nil {
			return fmt.Errorf("found null for a cost in %s, expected a number", cut(line))
		}
		t.costs[i] = *cost
	}
	c.begun = true
	delete(c.waiting, *a.Ticket)
	if c.clock != nil {
		c.clock.Stop()
		c.clock = nil
		if len(c.waiting) > 0 {
			c.clock = time.AfterFunc(c.pool.o.Timeout, func() { c.silent(c.pool.o.Timeout) })
		}
	}
	close(t.done)
	return nil
}

// leave tells a child that there is nothing more to do.
func (c *child) leave() {
	c.mu.Lock()
	if c.clock != nil {
		c.clock.Stop()
	}
	c.mu.Unlock()
	if in, ok := c.in.(io.Closer); ok && c.process != nil {
		_ = in.Close()
	}
}

// gone waits until a child has left, or makes it leave.
func (c *child) gone() {
	if c.process == nil {
		return
	}
	select {
	case <-c.over:
	case <-time.After(patience):
		c.kill()
		<-c.over
	}
}

// kill ends a child and all that it has started. What has left its group may hold the other ends of its pipes for ever, so ours are closed.
func (c *child) kill() {
	select {
	case <-c.over:
	default:
		if c.process != nil {
			end(c.process)
		}
		for _, pipe := range c.pipes {
			_ = pipe.Close()
		}
	}
}

// cut is a text for a message.
func cut(text []byte) string {
	if len(text) > 200 {
		text = append(bytes.Clone(bytes.ToValidUTF8(text[:200], nil)), "..."...)
	}
	return string(text)
}

// lastWords keeps the end of what a child has said on its standard error.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the last 2,000 bytes.
func (w *lastWords) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, text...)
	w.text = w.text[max(0, len(w.text)-2000):]
	return len(text), nil
}

// String is the end of a message.
func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := strings.TrimSpace(string(w.text))
	if text == "" {
		return ""
	}
	return "; it said: " + text
}
