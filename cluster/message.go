package cluster

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
)

// Headers of units and answers.
const (
	headRun    = "Run"    // whose unit it is
	headKey    = "Key"    // of the unit, within the run
	headTask   = "Task"   // the object that says what the run is
	headNode   = "Node"   // that did it
	headName   = "Name"   // of that node, for people
	headSum    = "Sum"    // digest of the content
	headObject = "Object" // the content is too long for a message, and is the object of that name
)

// long reports whether content is too long for a message. Then it goes through the store of objects.
func (c *client) long(content []byte) bool {
	const heads = 4 << 10
	return int64(len(content)) > c.nc.MaxPayload()-heads
}

// message makes a message of some content. If that is long, the message's owner has to drop the object.
func (c *client) message(ctx context.Context, subject, owner string, content []byte) (*nats.Msg, error) {
	m := nats.NewMsg(subject)
	if !c.long(content) {
		m.Data = content
		m.Header.Set(headSum, digest(content))
		return m, nil
	}
	name, err := c.put(ctx, owner, content)
	m.Header.Set(headObject, name)
	return m, err
}

// ask sends a message, and returns the answer.
func (c *client) ask(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	ctx, cancel := c.asks(ctx, 0)
	defer cancel()
	return c.nc.RequestMsgWithContext(ctx, m)
}

// content is what a message was made of. It comes whole or not at all.
func (c *client) content(ctx context.Context, h nats.Header, data []byte) ([]byte, error) {
	if name := h.Get(headObject); name != "" {
		return c.get(ctx, name)
	}
	if digest(data) != h.Get(headSum) {
		return nil, errors.New("multiwalk: cluster: a message was changed on its way")
	}
	return data, nil
}
