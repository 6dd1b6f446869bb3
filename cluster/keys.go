package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// pinBytes is how much of the digest of a server's key stands in tokens.
const pinBytes = 16

// keys are what strangers lack.
type keys struct {
	secret string
	cert   tls.Certificate
}

// token is what a server's line shows: the secret, and the digest of the key.
func (k *keys) token() string { return k.secret + "." + hex.EncodeToString(pinOf(k.cert.Leaf)) }

// pinOf is the beginning of the digest of a certificate's key.
func pinOf(c *x509.Certificate) []byte { return digestOf(c)[:pinBytes] }

func digestOf(c *x509.Certificate) []byte {
	sum := sha256.Sum256(c.RawSubjectPublicKeyInfo)
	return sum[:]
}

// loadKeys reads the keys of a folder, or makes and keeps them, so that a server that comes back has the same. "" keeps none.
func loadKeys(folder string) (*keys, error) {
	file := filepath.Join(folder, "keys.pem")
	if folder != "" {
		text, err := os.ReadFile(file)
		if len(text) > 0 {
			return parseKeys(text)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	text, err := newKeys()
	if err == nil && folder != "" {
		err = writeSecret(file, text)
	}
	if err != nil {
		return nil, err
	}
	return parseKeys(text)
}

// writeSecret writes a file that only its owner reads. If the power is cut meanwhile, it is there or empty.
func writeSecret(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return wholefile.Write(file, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

const secretBlock = "MULTIWALK SECRET"

// newKeys draws a secret and a key, with a certificate that needs no authority, since tokens name the key itself.
func newKeys() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.AddDate(-10, 0, 0), NotAfter: now.AddDate(90, 0, 0),
		DNSNames: []string{"multiwalk"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	cert, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})...)
	return append(text, pem.EncodeToMemory(&pem.Block{Type: secretBlock, Bytes: []byte(rand.Text())})...), nil
}

func parseKeys(text []byte) (*keys, error) {
	cert, err := tls.X509KeyPair(text, text)
	if err != nil {
		return nil, fmt.Errorf("multiwalk: cluster: the store's keys.pem: %w; remove it, and new tokens are made", err)
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == secretBlock {
			return &keys{string(block.Bytes), cert}, nil
		}
	}
	return nil, errors.New("multiwalk: cluster: the store's keys.pem has no secret; remove it, and new tokens are made")
}

// server is how a server shows itself.
func (k *keys) server() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{k.cert}}
}

// pinned believes the server with that key, and no other. Dates do not count: a clock may be off.
func pinned(pin string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, VerifyConnection: func(s tls.ConnectionState) error {
		want, _ := hex.DecodeString(pin)
		if len(s.PeerCertificates) == 0 || subtle.ConstantTimeCompare(pinOf(s.PeerCertificates[0]), want) != 1 {
			return errors.New("the server is not the one that the token is of")
		}
		return nil
	}}
}
