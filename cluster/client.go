package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Subjects. Builds and runs are tokens of the subjects of units and answers, so that each hears only of what concerns it.
const (
	subjectHello  = "multiwalk.hello" // to the server: which build is it?
	subjectCount  = "multiwalk.count" // to the server: how many nodes are there?
	subjectRoll   = "multiwalk.roll"  // to all nodes: who is there?
	subjectBeat   = "multiwalk.beat"  // of nodes, now and then
	subjectStop   = "multiwalk.stop." // and the run: it is over
	subjectUnit   = "multiwalk.unit." // the build, the run
	subjectAnswer = "multiwalk.answer."
	subjectState  = "multiwalk.state."  // and the run: what is the state of this unit's walk?
	subjectObject = "multiwalk.object." // its name
	streamUnits   = "MULTIWALK_UNITS"
	streamObjects = "MULTIWALK_OBJECTS"
	bucketObjects = "multiwalk"
)

const (
	// beat is the time between two signs of life of a node, and leaseTime after how long without one a unit is given to another.
	beat      = time.Second
	leaseTime = 3 * time.Second
	// patience is how long one waits for an answer, as long as the connection stands: on a busy machine answers take long, and where
	// nobody is that could answer the server says so at once.
	patience = 30 * time.Second
	// pingTime is how often both ends make sure that the connection stands. After two or three that are not answered it does not.
	pingTime = 5 * time.Second
	// slowest is how many bytes of an object come in a second, at least.
	slowest = 1 << 18
	// mostPending bounds the units in work, and mostWaiting the cores that wait for one.
	mostPending, mostWaiting = 1 << 15, 1 << 15
	// objectTime is after how long the server forgets what was stored, and units. Who needs it longer stores it again.
	objectTime = 10 * time.Minute
)

// client is a connection to a server.
type client struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	build    string
	mostKept int64         // bytes of a message that the server keeps
	back     chan struct{} // is told when the connection is back

	mu   sync.Mutex
	link context.Context // ends when the connection is lost
	lose context.CancelFunc
}

// asks bounds a call: it ends when the connection is lost, since then no answer comes, and when patience is over. size is what it carries.
func (c *client) asks(ctx context.Context, size uint64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, patience+time.Duration(size/slowest)*time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	stop := context.AfterFunc(c.link, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// connected notes that there is a connection.
func (c *client) connected() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.link, c.lose = context.WithCancel(context.Background())
}

// lost ends the calls that wait for answers.
func (c *client) lost(*nats.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lose()
}

// dial connects, and makes sure that the server is of the same build.
func dial(ctx context.Context, a address, name, build string) (*client, error) {
	c := &client{build: build, mostKept: mostKept, back: make(chan struct{}, 1)}
	c.connected()
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(200*time.Millisecond, 200*time.Millisecond), nats.Timeout(patience / 3),
		nats.PingInterval(pingTime), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // else they are printed; who asks gets errors of its own
		nats.DisconnectErrHandler(c.lost), nats.ReconnectHandler(func(*nats.Conn) {
			c.connected()
			select {
			case c.back <- struct{}{}:
			default:
			}
		})}
	options = append(options, a.via...)
	if a.secret != "" {
		options = append(options, nats.Token(a.secret), nats.Secure(pinned(a.pin)), nats.TLSHandshakeFirst())
	}
	var err error
	if c.nc, err = nats.Connect(a.url, options...); err != nil {
		return nil, a.explain(err)
	}
	if err = c.greet(ctx, a); err == nil {
		c.js, err = jetstream.New(c.nc)
	}
	if err != nil {
		c.nc.Close()
		return nil, err
	}
	return c, nil
}

// explain says what to do about a connection that failed.
func (a address) explain(err error) error {
	remedy := "is multiwalk serve running there?"
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		remedy = "the token is not that of this server; take the line that serve printed"
	case a.secret == "" && !errors.Is(err, nats.ErrNoServers):
		remedy = "if the server wants a token, write HOST:PORT/TOKEN as serve printed it"
	case a.secret != "" && !errors.Is(err, nats.ErrNoServers):
		remedy = "take the line that serve printed"
	}
	return fmt.Errorf("multiwalk: cluster: no connection to %s: %w; %s", a.shown, err, remedy)
}

// greet compares the builds.
func (c *client) greet(ctx context.Context, a address) error {
	ctx, cancel := c.asks(ctx, 0)
	defer cancel()
	m, err := c.nc.RequestWithContext(ctx, subjectHello, []byte(c.build))
	switch {
	case errors.Is(err, nats.ErrNoResponders) && !a.own:
		return nil // a NATS server of somebody else's; units carry the build
	case err != nil:
		return fmt.Errorf("multiwalk: cluster: %s does not answer as multiwalk serve does: %w", a.shown, err)
	case string(m.Data) != c.build:
		return fmt.Errorf("multiwalk: cluster: %s is %s, and this is %s; run the same program on all machines", a.shown, m.Data, c.build)
	}
	return nil
}

// furnish makes the queue and the stores of objects, where the server has lost them or never had any. All are in memory.
func (c *client) furnish(ctx context.Context) error {
	if err := c.insist(ctx, 0, c.makeStores); err != nil {
		return fmt.Errorf("multiwalk: cluster: the server's memory: %w", err)
	}
	return nil
}

func (c *client) makeStores(ctx context.Context) error {
	_, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamUnits, Subjects: []string{subjectUnit + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage,
		Discard: jetstream.DiscardNew, MaxAge: objectTime,
	})
	if err == nil {
		_, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: streamObjects, Subjects: []string{subjectObject + ">"}, MaxMsgsPerSubject: 1, Storage: jetstream.MemoryStorage,
			AllowDirect: true, MaxAge: objectTime,
		})
	}
	if err == nil {
		_, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: bucketObjects, Storage: jetstream.MemoryStorage, TTL: objectTime})
	}
	return err
}

// groupOf is the token of nodes of a build, or of those that lend machines of a model.
func groupOf(build, model string) string {
	if model != "" {
		build += "\n" + model
	}
	sum := sha256.Sum256([]byte(build))
	return hex.EncodeToString(sum[:8])
}

// queue is where nodes of a group take units from. It has a name, so that nodes that come and go leave nothing behind.
func (c *client) queue(ctx context.Context, group string) (jetstream.Consumer, error) {
	var q jetstream.Consumer
	err := c.insist(ctx, 0, func(ctx context.Context) (err error) {
		q, err = c.js.CreateOrUpdateConsumer(ctx, streamUnits, jetstream.ConsumerConfig{
			Durable: "nodes-" + group, FilterSubject: subjectUnit + group + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: leaseTime,
			MaxAckPending: mostPending, MaxWaiting: mostWaiting, MemoryStorage: true, InactiveThreshold: time.Hour,
		})
		return err
	})
	return q, err
}

// insist asks what may be asked twice, each time for twice as long, until patience is over: of many who ask the server at once for a
// consumer, some may get no answer. size is what the answer carries; at first it is thought to come quickly.
func (c *client) insist(ctx context.Context, size uint64, ask func(ctx context.Context) error) error {
	ctx, cancel := c.asks(ctx, size)
	defer cancel()
	const quick = 32 * slowest
	for wait := beat + time.Duration(size/quick)*time.Second; ; wait *= 2 {
		within, cancel := context.WithTimeout(ctx, wait)
		err := ask(within)
		silent := err != nil && within.Err() != nil
		if cancel(); !silent || ctx.Err() != nil {
			return err
		}
	}
}

// Status is what a node says of itself.
type Status struct {
	ID    string  `json:"id"`           // drawn when it joined
	Name  string  `json:"name"`         // that its user gave it
	Build string  `json:"build"`        // of its program
	Cores int     `json:"cores"`        // that work for runs
	Busy  int     `json:"busy"`         // of these and the machines, now
	Units int64   `json:"units"`        // done since it joined: some rounds of a walk each
	Work  float64 `json:"work_seconds"` // of all its cores since it joined
	Talk  float64 `json:"talk_seconds"` // that its cores spent on getting units and on bringing answers since it joined
	Bytes uint64  `json:"bytes"`        // sent and received since it joined

	Machines int    `json:"machines,omitempty"` // GPUs that it lends
	Model    string `json:"model,omitempty"`    // of these
}

// lends is how many machines of a model it lends; for the model "", how many cores. What it says is in bounds.
func (s *Status) lends(model string) int {
	switch {
	case model == "":
		return max(0, min(s.Cores, mostCores))
	case s.Model != model:
		return 0
	}
	return max(0, min(s.Machines, mostMachines))
}

// roll asks all nodes of a server who they are, of whatever build. One that does not answer is left out.
func (c *client) roll(ctx context.Context) (list []Status, err error) {
	inbox := nats.NewInbox()
	sub, err := c.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	many, next := math.MaxInt, 150*time.Millisecond // of a foreign server nobody knows how many there are
	ctx, done := c.asks(ctx, 0)
	defer done()
	if m, err := c.nc.RequestWithContext(ctx, subjectCount, nil); err == nil {
		if many, err = strconv.Atoi(string(m.Data)); err != nil {
			return nil, err
		}
		next = 2 * beat
	}
	if err := c.nc.PublishRequest(subjectRoll, inbox, nil); err != nil {
		return nil, err
	}
	for wait := patience; many > 0; wait, many = next, many-1 {
		within, cancel := context.WithTimeout(ctx, wait)
		m, err := sub.NextMsgWithContext(within)
		cancel()
		if err != nil {
			break // there is none
		}
		var s Status
		if json.Unmarshal(m.Data, &s) == nil && s.ID != "" && s.lends("")+s.lends(s.Model) > 0 && len(list) < mostConnections {
			list = append(list, s)
		}
	}
	return list, ctx.Err()
}

// Nodes returns the nodes of a server.
func Nodes(ctx context.Context, where, build string) ([]Status, error) {
	a, err := parse(where)
	if err != nil {
		return nil, err
	}
	c, err := dial(ctx, a, "multiwalk nodes", build)
	if err != nil {
		return nil, err
	}
	defer c.nc.Close()
	return c.roll(ctx)
}
