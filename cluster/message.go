package cluster

import (
	"context"
	"errors"
	"hash/crc32"
	"strconv"

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
	headUnit   = "Unit"   // how many bytes the unit has; the rest is the walk's state
	headApart  = "Apart"  // who asks for a state did not get it in a message
)

// heads is how much of a message is not content, at most.
const heads = 4 << 10

// long reports whether content is too long for what the server keeps. Then it goes through the store of objects.
func (c *client) long(content int) bool {
	return int64(content) > min(c.mostKept, c.nc.MaxPayload()-heads)
}

// letter is a message that the server does not keep, which may be longer. Over a connection on which it did not come it is tried as others are.
func (c *client) letter(ctx context.Context, again bool, subject, owner string, content []byte) (*nats.Msg, error) {
	if again || int64(len(content)) > c.nc.MaxPayload()-heads {
		return c.message(ctx, subject, owner, content)
	}
	m := nats.NewMsg(subject)
	m.Data = content
	m.Header.Set(headSum, checksum(content))
	return m, nil
}

// message makes a message of some content. If that is long, the message's owner has to drop the object.
func (c *client) message(ctx context.Context, subject, owner string, content []byte) (*nats.Msg, error) {
	if !c.long(len(content)) {
		return c.letter(ctx, false, subject, owner, content)
	}
	m := nats.NewMsg(subject)
	name, err := c.put(ctx, owner, content)
	m.Header.Set(headObject, name)
	return m, err
}

// checksum finds what goes wrong on the way. Who means ill is found otherwise.
func checksum(content []byte) string {
	return strconv.FormatUint(uint64(crc32.Checksum(content, castagnoli)), 16)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli) // which processors compute

// ask sends a message, and returns the answer.
func (c *client) ask(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	ctx, cancel := c.asks(ctx, uint64(len(m.Data)))
	defer cancel()
	return c.nc.RequestMsgWithContext(ctx, m)
}

// content is what a message was made of. It comes whole or not at all.
func (c *client) content(ctx context.Context, h nats.Header, data []byte) ([]byte, error) {
	if name := h.Get(headObject); name != "" {
		return c.get(ctx, name)
	}
	if checksum(data) != h.Get(headSum) {
		return nil, errors.New("multiwalk: cluster: a message was changed on its way")
	}
	return data, nil
}
