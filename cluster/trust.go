package cluster

import (
	"crypto/tls"
	"encoding/base64"
	"os"
)

// Trust is what a server shows, and what it wants to see: the same of all servers on one store.
type Trust struct {
	Secret string
	TLS    *tls.Config
	Pin    string // of the server's key, as curl --pinnedpubkey takes it behind sha256//
}

// TrustOf has the keys of a store, which it makes if need be; "" draws new ones.
func TrustOf(store string) (*Trust, error) {
	if store != "" {
		if err := os.MkdirAll(store, 0o700); err != nil {
			return nil, err
		}
	}
	k, err := loadKeys(store)
	if err != nil {
		return nil, err
	}
	return &Trust{k.secret, k.server(), base64.StdEncoding.EncodeToString(digestOf(k.cert.Leaf))}, nil
}
