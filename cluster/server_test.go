package cluster

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/multiwalk/multiwalk/internal/must"
)

// Who has not the token neither joins nor reads; who has it is sure of the server.
func TestServe_StrangersStayOutside(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	s := serve(t, Serving{Listen: "0.0.0.0:0", Store: store})
	_, token, _ := strings.Cut(s.Address(), "/")
	_, port, _ := net.SplitHostPort(s.nats.Addr().String())
	where := "127.0.0.1:" + port
	if _, err := Nodes(t.Context(), where+"/"+token, build); err != nil {
		t.Errorf("with the token: %v", err)
	}
	other, err := loadKeys("")
	if err != nil {
		t.Fatal(err)
	}
	secret, pin, _ := strings.Cut(token, ".")
	_, otherPin, _ := strings.Cut(other.token(), ".")
	for what, address := range map[string]string{
		"no token":             where,
		"another's token":      where + "/" + other.token(),
		"another secret":       where + "/" + other.secret + "." + pin,
		"another server's key": where + "/" + secret + "." + otherPin,
		"half a token":         where + "/" + token[:len(token)-5],
	} {
		if _, err := Nodes(t.Context(), address, build); err == nil {
			t.Errorf("%s: it was let in", what)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error shows the secret: %v", what, err)
		}
	}
	if nc, err := nats.Connect("nats://"+where, nats.Timeout(time.Second)); err == nil {
		nc.Close()
		t.Error("without TLS it was let in")
	}
	s.Close()
	if again := serve(t, Serving{Listen: "0.0.0.0:0", Store: store}); !strings.HasSuffix(again.Address(), token) {
		t.Error("the server that came back has another token")
	}
}

// A NATS server that somebody else runs does too. It answers no greetings, and knows no builds.
func TestRun_OnAForeignServer(t *testing.T) {
	foreign, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), Username: "user", Password: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	foreign.Start()
	t.Cleanup(foreign.WaitForShutdown)
	t.Cleanup(foreign.Shutdown)
	if !foreign.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	where := "nats://user:secret@" + foreign.Addr().String()
	join(t, where, "node", nil)
	if got, want := solve(t, where, nil, nil), solve(t, "", nil, nil); got != want {
		t.Errorf("found there\n%s\nand here\n%s", got, want)
	}
	if _, err := Dial(t.Context(), where, "another build", Instance{}, nil); err == nil || !strings.Contains(err.Error(), "no node") {
		t.Errorf("another build sees nodes: %v", err)
	}
}

// The power was cut before the keys were written.
func TestKeys_OfAnEmptyFile(t *testing.T) {
	store := t.TempDir()
	if err := os.WriteFile(filepath.Join(store, "keys.pem"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := loadKeys(store)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := loadKeys(store); err != nil || again.token() != first.token() {
		t.Errorf("the keys that were made are not kept: %v", err)
	}
}

// A store has one server.
func TestServe_OneOnAStore(t *testing.T) {
	store := t.TempDir()
	serve(t, Serving{Store: store})
	if s, err := Serve(Serving{Listen: "localhost:0", Store: store, Build: build}); err == nil {
		s.Close()
		t.Error("a second one has it too")
	}
}

// Each server has a name of its own, by which clients know that another came, and leaves signals to its process, which end it as they end
// any program that does not ask for more.
func TestServe_IsPartOfAProcess(t *testing.T) {
	if one, other := serve(t, Serving{}), serve(t, Serving{}); one.nats.Name() == other.nats.Name() {
		t.Errorf("two servers are called %s", one.nats.Name())
	}
	if runtime.GOOS == "windows" {
		t.Skip("there is no such signal")
	}
	c := newChurn(t)
	must.Do(t, c.server.Process.Signal(syscall.SIGTERM))
	must.Fail(t, "terminated")(c.server.Wait())
}

// Another build is refused, with both named.
func TestDial_RefusesAnotherBuild(t *testing.T) {
	where := serve(t, Serving{}).Address()
	const other = "test 2, build b"
	_, dialled := Dial(t.Context(), where, other, Instance{}, nil)
	joined := Join(t.Context(), where, Node{Name: "other", Cores: 1, Build: other})
	for what, err := range map[string]error{"a run": dialled, "a node": joined} {
		if err == nil || !strings.Contains(err.Error(), build) || !strings.Contains(err.Error(), other) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Dial(t.Context(), where, build, Instance{}, nil); err == nil || !strings.Contains(err.Error(), "no node") {
		t.Errorf("without a node: %v", err)
	}
}

// What is too long for a message, and what was changed on its way.
func TestContent_ComesWholeOrNot(t *testing.T) {
	c := connect(t, serve(t, Serving{}).Address())
	long := slices.Repeat([]byte("long"), mostKept/3)
	for _, content := range [][]byte{nil, []byte("short"), long} {
		m, err := c.message(t.Context(), "x", "owner", content)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Data) > mostKept {
			t.Errorf("a message of %d bytes", len(m.Data))
		}
		if got, err := c.content(t.Context(), m.Header, m.Data); err != nil || string(got) != string(content) {
			t.Errorf("%d bytes came back as %d: %v", len(content), len(got), err)
		}
		m.Data, m.Header[headObject] = append(m.Data, 1), nil
		if _, err := c.content(t.Context(), m.Header, m.Data); err == nil {
			t.Error("a message that was changed was taken")
		}
	}
	if _, err := c.get(t.Context(), c.objectName("owner", []byte("nothing"))); !errors.Is(err, jetstream.ErrObjectNotFound) {
		t.Errorf("what is not there: %v", err)
	}
}

// A node gets the state of a unit's walk by a message, or if that does not come as an object, which nobody keeps then. Of a unit that nobody waits for
// there is none.
func TestState_OnDemand(t *testing.T) {
	where := serve(t, Serving{}).Address()
	join(t, where, "node", nil)
	w, err := newCrew(dialled(t, where, nil), []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	long := slices.Repeat([]byte("long"), mostKept/3)
	key, _ := w.open(0, &errand{state: long})
	n := &worker{client: connect(t, where)}
	s := &session{stay: stay{run: w.run}, here: t.Context()}
	if got, err := n.state(s, key); err != nil || string(got) != string(long) {
		t.Errorf("%d bytes came as %d: %v", len(long), len(got), err)
	}
	letter := must.Have(w.letter(t.Context(), true, "x", w.run, long))(t)
	if got, err := n.content(t.Context(), letter.Header, letter.Data); err != nil || len(letter.Data) > 0 || string(got) != string(long) {
		t.Errorf("of %d bytes %d came in a message, and %d in all: %v", len(long), len(letter.Data), len(got), err)
	}
	if _, err := n.state(s, "another"); !errors.Is(err, errPast) {
		t.Errorf("the state of a unit of the past: %v", err)
	}
	must.Do(t, w.Close())
	if _, err := n.state(s, key); !errors.Is(err, errPast) {
		t.Errorf("the state of a run that is over: %v", err)
	}
}

// Signs of life that are none are left alone.
func TestStatus_OfAnything(t *testing.T) {
	server := serve(t, Serving{})
	where := server.Address()
	join(t, where, `a "node"`, nil)
	c := connect(t, where)
	for _, text := range []string{"", "{", `{"id":7}`, `{"id":"x","cores":-1}`, `{"id":"x","cores":1e99}`} {
		answer := func(m *nats.Msg) { _ = m.Respond([]byte(text)) }
		if _, err := c.nc.Subscribe(subjectRoll, answer); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, c.nc.Flush()) // else the server may not count who answers so
	var metrics strings.Builder
	if err := server.WriteMetrics(t.Context(), &metrics); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"multiwalk_cluster_nodes 1\n", `multiwalk_node_cores{node="a \"node\""} 1` + "\n"} {
		if !strings.Contains(metrics.String(), line) {
			t.Errorf("the metrics have no %q: %s", line, metrics.String())
		}
	}
	list, err := Nodes(t.Context(), where, build)
	if err != nil || len(list) != 1 || list[0].Name != `a "node"` || list[0].Build != build {
		text, _ := json.Marshal(list)
		t.Errorf("the nodes are %s: %v", text, err)
	}
}

func TestParse_Addresses(t *testing.T) {
	pin := strings.Repeat("ab", pinBytes)
	for text, want := range map[string]string{
		"host": "nats://host:4333", "host:1": "nats://host:1", "::1": "nats://[::1]:4333", "[::1]:5": "nats://[::1]:5",
		"host:1/S." + pin: "nats://host:1", "nats://a:b@host:4222": "nats://a:b@host:4222",
		"": "", "/": "", "a b": "", "host/S": "", "host/S.ab": "", "host/." + pin: "", "@nothing": "",
	} {
		a, err := parse(text)
		if (err == nil) != (want != "") || err == nil && a.url != want {
			t.Errorf("%q is %q, %v", text, a.url, err)
		}
		if strings.Contains(a.shown, "S.") || strings.Contains(a.shown, "a:b") {
			t.Errorf("%q shows its secret as %q", text, a.shown)
		}
	}
}
