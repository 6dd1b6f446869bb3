package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/multiwalk/multiwalk/internal/wholefile"
)

const (
	// mostPayload bounds a message, and mostKept one that the server keeps; what is longer goes through the object store. The state of a GPU's
	// walk, 21 MB of 400 tabu searches on 80 facilities, takes 0.06 s by message and 0.3 s by the store.
	mostPayload, mostKept = 32 << 20, 8 << 20
	// mostConnections bounds who is connected.
	mostConnections = 1 << 14
	// defaultMemory is what the queue and the objects may take.
	defaultMemory = 2 << 30
)

// Frugal makes the process give back memory soon, until ctx is done. It is for processes that only serve. What 1,000 nodes say at once makes
// as many stacks deep for a moment, and these outweigh the heap. They become shallow when garbage is collected, so a limit has that happen
// then. It grows with the heap, as where it were below what is in use nothing but garbage would be collected.
func Frugal(ctx context.Context) {
	const least = 16 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	limit := debug.SetMemoryLimit(-1) // of who set GOMEMLIMIT
	defer debug.SetMemoryLimit(limit)
	for tick := time.NewTicker(3 * time.Second); ; {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		debug.SetMemoryLimit(min(limit, int64(least+2*m.HeapInuse)))
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			debug.FreeOSMemory()
		}
	}
}

// Serving says how a server is to be.
type Serving struct {
	Listen string // HOST:PORT, HOST, or ""; without a host or for localhost this machine alone, which needs no token
	Store  string // a folder for the keys, so that tokens stay when the server is restarted; "" draws new ones
	Build  string // of this program; others are refused
	Memory int64  // bytes that units and instances may take; 0 means 2 GiB
}

// Server is a NATS server in this process.
type Server struct {
	nats   *server.Server
	greets *nats.Conn
	lock   *wholefile.Lock
	temp   *wholefile.Folder // folder
	keys   *keys             // nil on loopback
}

// Serve starts a server. Two servers on one store would lose messages, so the second is refused.
func Serve(o Serving) (_ *Server, err error) {
	host, port, err := split(cmp.Or(o.Listen, "localhost"))
	if err != nil {
		return nil, err
	}
	at, err := strconv.Atoi(port)
	if err != nil || at < 0 || at > 65535 {
		return nil, fmt.Errorf("multiwalk: cluster: %q is no port from 0 to 65535; 0 takes a free one", port)
	}
	s := new(Server)
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if err := s.claim(o.Store); err != nil {
		return nil, err
	}
	opts := s.options(cmp.Or(o.Memory, defaultMemory))
	opts.Host, opts.Port = host, cmp.Or(at, server.RANDOM_PORT)
	if !Loopback(host) {
		if s.keys, err = loadKeys(o.Store); err != nil {
			return nil, err
		}
		opts.Authorization, opts.TLS, opts.TLSConfig, opts.TLSTimeout, opts.TLSHandshakeFirst =
			s.keys.secret, true, s.keys.server(), patience.Seconds()/2, true
	}
	return s, s.start(opts, o.Build)
}

// options are what each server has, here and in tests. It keeps all in memory, up to so many bytes, and nothing in its folder.
func (s *Server) options(memory int64) *server.Options {
	return &server.Options{ServerName: "multiwalk-" + rand.Text(), NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: s.temp.Path, JetStreamMaxMemory: memory, JetStreamMaxStore: 1 << 20, JetStreamRequestQueueLimit: mostWaiting,
		MaxPayload: mostPayload, MaxPending: 4 * mostPayload, MaxConn: mostConnections, MaxClosedClients: 1,
		AuthTimeout: patience.Seconds() / 2, PingInterval: pingTime, MaxPingsOut: 3}
}

// claim takes the right to the store, and makes the folder that NATS wants though all of ours is in memory.
func (s *Server) claim(store string) (err error) {
	if store != "" {
		if err = os.MkdirAll(store, 0o700); err == nil {
			s.lock, err = wholefile.NewLock(filepath.Join(store, "server"))
		}
		if err != nil {
			return fmt.Errorf("multiwalk: cluster: the store: %w", err)
		}
	}
	s.temp, err = wholefile.NewFolder("multiwalk-server-")
	return err
}

func (s *Server) start(opts *server.Options, build string) (err error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(opts.Host, strconv.Itoa(max(0, opts.Port))))
	if err != nil { // NATS would end the process
		return fmt.Errorf("multiwalk: cluster: %w; --listen names another HOST:PORT", err)
	}
	opts.Port = listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		return err
	}
	if s.nats, err = server.NewServer(opts); err != nil {
		return fmt.Errorf("multiwalk: cluster: %w", err)
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(patience) {
		return fmt.Errorf("multiwalk: cluster: the server did not start within %v", patience)
	}
	options := []nats.Option{nats.InProcessServer(s.nats), nats.Timeout(patience)}
	if s.keys != nil {
		options = append(options, nats.Token(s.keys.secret))
	}
	if s.greets, err = nats.Connect("", options...); err != nil {
		return err
	}
	for subject, answer := range map[string]func() string{
		subjectHello: func() string { return build },
		subjectCount: func() string { return strconv.Itoa(s.nats.GlobalAccount().Interest(subjectRoll)) },
	} {
		_, failed := s.greets.Subscribe(subject, func(m *nats.Msg) { _ = m.Respond([]byte(answer())) }) // who hears nothing asks again
		err = errors.Join(err, failed)
	}
	return errors.Join(err, s.greets.Flush())
}

// Address is what others join by: HOST:PORT, with the token if there is one.
func (s *Server) Address() string {
	where := s.nats.Addr().String()
	if s.keys == nil {
		return where
	}
	host, port, _ := net.SplitHostPort(where)
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return net.JoinHostPort(host, port) + "/" + s.keys.token()
}

// Close ends the server.
func (s *Server) Close() {
	if s.greets != nil {
		s.greets.Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	s.temp.Close()
	if s.lock != nil {
		s.lock.Release()
	}
}
