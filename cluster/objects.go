package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// mostObject bounds an instance or a state.
const mostObject = 1 << 30

// Objects are what is too long for a message, and what nodes must know of a run. Each has an owner, a run or a node, who drops it once nobody
// needs it, so the server holds no more than the runs that there are. What a killed owner leaves goes after objectTime.

// objectName is that of an object. It ends with the digest of the content.
func objectName(owner string, data []byte) string { return owner + "." + digest(data) }

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// store is where objects lie.
func (c *client) store() jetstream.ObjectStore {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.objects
}

// put stores an object, or stores it again, so that it is new.
func (c *client) put(ctx context.Context, owner string, data []byte) (name string, err error) {
	if len(data) > mostObject {
		return "", fmt.Errorf("multiwalk: cluster: an instance or a state of %d bytes; at most %d", len(data), mostObject)
	}
	ctx, cancel := c.asks(ctx, uint64(len(data)))
	defer cancel()
	name = objectName(owner, data)
	if _, err = c.store().PutBytes(ctx, name, data); err != nil {
		return "", fmt.Errorf("multiwalk: cluster: the server does not take %d bytes: %w", len(data), err)
	}
	return name, nil
}

// get returns an object.
func (c *client) get(ctx context.Context, name string) ([]byte, error) {
	asks, cancel := c.asks(ctx, 0)
	defer cancel()
	info, err := c.store().GetInfo(asks, name)
	if err == nil && info.Size > mostObject {
		err = fmt.Errorf("it has %d bytes; at most %d", info.Size, mostObject)
	}
	var data []byte
	if err == nil {
		asks, cancel := c.asks(ctx, info.Size)
		defer cancel()
		data, err = c.store().GetBytes(asks, name)
	}
	if err == nil && !strings.HasSuffix(name, "."+digest(data)) {
		err = errors.New("it is not what was stored")
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: cluster: object %.40s: %w", name, err)
	}
	return data, nil
}

// drop removes an object, with all that a bucket would remember of it, if it is there. An owner whose run is over does so too; if it
// cannot, the object goes with time.
func (c *client) drop(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*beat)
	defer cancel()
	info, err := c.store().GetInfo(ctx, name)
	if err != nil {
		return
	}
	s, err := c.js.Stream(ctx, "OBJ_"+bucketObjects)
	for _, subject := range []string{"C." + info.NUID, "M." + base64.URLEncoding.EncodeToString([]byte(name))} {
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject("$O."+bucketObjects+"."+subject))
		}
	}
}
