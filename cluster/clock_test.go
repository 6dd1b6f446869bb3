package cluster

import (
	"bufio"
	"context"
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
