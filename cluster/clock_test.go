package cluster

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Who gets no answer asks again, until patience is over. Another error is the answer.
func TestInsist_AsksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := new(client)
		c.connected()
		asked, began := 0, time.Now()
		silent := func(times int, last error) func(ctx context.Context) error {
			asked = 0
			return func(ctx context.Context) error {
				if asked++; asked > times {
					return last
				}
				<-ctx.Done()
				return ctx.Err()
			}
		}
		if err := c.insist(t.Context(), 0, silent(3, nil)); err != nil || asked != 4 || time.Since(began) != 7*beat {
			t.Errorf("asked %d times for %v: %v", asked, time.Since(began), err)
		}
		if err := c.insist(t.Context(), 0, silent(1, errPast)); !errors.Is(err, errPast) || asked != 2 {
			t.Errorf("asked %d times: %v", asked, err)
		}
		began = time.Now()
		if err := c.insist(t.Context(), 64*slowest, silent(99, nil)); err == nil || time.Since(began) != patience+64*time.Second {
			t.Errorf("asked %d times for %v: %v", asked, time.Since(began), err)
		}
	})
}

var clockNode = flag.String("clock.node", "", "the server for which this process is a node whose clock is off")

// A node whose clock shows the year 2000, and stands still, works as others do: no message says what time it is, and no certificate is too
// young or too old.
func TestRun_WithAClockThatIsOff(t *testing.T) {
	if *clockNode != "" {
		synctest.Test(t, func(t *testing.T) { // whose clock goes on only once nobody waits for the network
			err := Join(context.Background(), *clockNode, node("off", nil, func(string) { fmt.Println(time.Now().Year()) }))
			t.Error("it ends by itself:", err)
		})
		return
	}
	t.Parallel()
	s := serve(t, Serving{Listen: "0.0.0.0:0"})
	_, token, _ := strings.Cut(s.Address(), "/")
	_, port, _ := net.SplitHostPort(s.nats.Addr().String())
	where := "127.0.0.1:" + port + "/" + token
	cmd := exec.Command(os.Args[0], "-test.run=^TestRun_WithAClockThatIsOff$", "-clock.node="+where)
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	if year, err := bufio.NewReader(said).ReadString('\n'); year != "2000\n" {
		t.Fatalf("the node says %q: %v", year, err)
	}
	worked := sync.OnceFunc(func() {
		for units(t, where, "off") == 0 && t.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
	})
	join(t, where, "right", func(c int64) int64 { // which gives signs of life, and the other time
		worked()
		return c
	})
	if got, want := solve(t, where, nil, nil), solve(t, "", nil, nil); got != want {
		t.Errorf("found with it\n%s\nand here\n%s", got, want)
	}
}
