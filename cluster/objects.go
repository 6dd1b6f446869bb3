package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// mostObject bounds an instance or a state.
const mostObject = 1 << 30

var errTooLong = fmt.Errorf("multiwalk: cluster: an instance or a state is longer than %d bytes", mostObject)

// Objects are what is too long for a message, and what nodes must know of a run. Each has an owner, a run or a node, who drops it once nobody
// needs it, so the server holds no more than the runs that there are. What a killed owner leaves goes after objectTime. One that fits a
// message is one, which nodes get directly: for the others the server makes a consumer each time, which thousands at once would wait for.

// objectName is that of an object.
func (c *client) objectName(owner string, data []byte) string { return owner + "." + c.hash(data) }

// hash says how an object is kept, and ends with the digest of its content.
func (c *client) hash(data []byte) string {
	if c.long(len(data)) {
		return longMark + digest(data)
	}
	return digest(data)
}

const longMark = "long."

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put stores an object, or stores it again, so that it is new.
func (c *client) put(ctx context.Context, owner string, data []byte) (name string, err error) {
	if len(data) > mostObject {
		return "", errTooLong
	}
	ctx, cancel := c.asks(ctx, uint64(len(data)))
	defer cancel()
	if name = c.objectName(owner, data); c.long(len(data)) {
		var store jetstream.ObjectStore
		if store, err = c.js.ObjectStore(ctx, bucketObjects); err == nil {
			_, err = store.PutBytes(ctx, name, data)
		}
	} else {
		_, err = c.js.Publish(ctx, subjectObject+name, data, jetstream.WithRetryAttempts(0))
	}
	if err != nil {
		return "", fmt.Errorf("multiwalk: cluster: the server does not take %d bytes: %w", len(data), err)
	}
	return name, nil
}

// get returns an object.
func (c *client) get(ctx context.Context, name string) (data []byte, err error) {
	if strings.Contains(name, longMark) {
		data, err = c.getLong(ctx, name)
	} else {
		asks, cancel := c.asks(ctx, mostPayload)
		defer cancel()
		var m *nats.Msg
		if m, err = c.nc.RequestWithContext(asks, "$JS.API.DIRECT.GET."+streamObjects+"."+subjectObject+name, nil); err == nil {
			if data = m.Data; m.Header.Get("Status") != "" {
				err = jetstream.ErrObjectNotFound
			}
		}
	}
	if err == nil && !strings.HasSuffix(name, "."+digest(data)) {
		err = errors.New("it is not what was stored")
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: cluster: object %.40s: %w", name, err)
	}
	return data, nil
}

// getLong returns an object of the store. Each try has the server make a consumer of another name.
func (c *client) getLong(ctx context.Context, name string) (data []byte, err error) {
	var store jetstream.ObjectStore
	var info *jetstream.ObjectInfo
	err = c.insist(ctx, 0, func(ctx context.Context) (err error) {
		if store, err = c.js.ObjectStore(ctx, bucketObjects); err == nil {
			info, err = store.GetInfo(ctx, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if info.Size > mostObject {
		return nil, errTooLong
	}
	err = c.insist(ctx, info.Size, func(ctx context.Context) (err error) {
		data, err = store.GetBytes(ctx, name)
		return err
	})
	return data, err
}

// drop removes an object and all that its bucket remembers of it. An owner calls it when its run is over. An object that nobody drops
// is removed after a while by the server.
func (c *client) drop(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*beat)
	defer cancel()
	purge := func(stream, subject string) {
		if s, err := c.js.Stream(ctx, stream); err == nil {
			_ = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
	}
	if !strings.Contains(name, longMark) {
		purge(streamObjects, subjectObject+name)
		return
	}
	store, err := c.js.ObjectStore(ctx, bucketObjects)
	if err != nil {
		return
	}
	if info, err := store.GetInfo(ctx, name); err == nil {
		purge("OBJ_"+bucketObjects, "$O."+bucketObjects+".C."+info.NUID)
		purge("OBJ_"+bucketObjects, "$O."+bucketObjects+".M."+base64.URLEncoding.EncodeToString([]byte(name)))
	}
}
