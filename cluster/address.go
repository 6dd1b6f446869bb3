package cluster

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
)

// DefaultPort is the port of a server, unless its address names another.
const DefaultPort = "4333"

// address is where a server is, and what it wants to see.
type address struct {
	url    string        // as NATS has it
	shown  string        // without secrets
	secret string        // "" on this machine, or where the URL has it
	pin    string        // of the server's key, in hexadecimal
	own    bool          // the server is one of this package, and answers greetings
	via    []nats.Option // how else to come there
}

// parse reads an address: HOST, HOST:PORT, or HOST:PORT/TOKEN as a server prints it, @FILE with that in a file, or the URL of a NATS server.
func parse(s string) (a address, err error) {
	if file, ok := strings.CutPrefix(s, "@"); ok {
		text, err := os.ReadFile(file)
		if err != nil {
			return a, fmt.Errorf("multiwalk: cluster: the file with its address: %w", err)
		}
		s = strings.TrimSpace(string(text))
	}
	if strings.Contains(s, "://") {
		_, shown, secret := strings.Cut(s, "@")
		if !secret {
			_, shown, _ = strings.Cut(s, "://")
		}
		return address{url: s, shown: shown}, nil
	}
	where, token, given := strings.Cut(s, "/")
	host, port, err := split(where)
	if err != nil {
		return a, err
	}
	a = address{url: "nats://" + net.JoinHostPort(host, port), shown: net.JoinHostPort(host, port), own: true}
	if a.secret, a.pin, _ = strings.Cut(token, "."); given {
		if key, err := hex.DecodeString(a.pin); err != nil || len(key) != pinBytes || a.secret == "" {
			return a, errors.New("multiwalk: cluster: the token behind the / is cut off or changed; take the line that serve printed")
		}
	}
	return a, nil
}

// split reads HOST, HOST:PORT, or a bare IPv6 address.
func split(where string) (host, port string, err error) {
	if host, port, err = net.SplitHostPort(where); err != nil {
		host, port = strings.Trim(where, "[]"), DefaultPort
		if strings.Contains(host, ":") && net.ParseIP(host) == nil {
			return "", "", fmt.Errorf("multiwalk: cluster: %q is no HOST or HOST:PORT", where)
		}
	}
	if host == "" || strings.ContainsAny(host, " @") {
		return "", "", fmt.Errorf("multiwalk: cluster: %q names no host; write HOST or HOST:PORT", where)
	}
	return host, port, nil
}

// Loopback reports whether a host is this machine, seen by nobody else.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") || ip != nil && ip.IsLoopback()
}
