package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/service"
)

// browser is a page in a browser.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	wrong []string // what the page complained of on its console
}

// newBrowser starts a browser, if there is one.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	unraced.Test(t)
	names := []string{"chromium", "chromium-browser", "google-chrome", "chrome"}
	at := slices.IndexFunc(names, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if at < 0 {
		t.Skip("there is no browser to look at the page with; install chromium")
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), chromedp.ExecPath(names[at]), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.WSURLReadTimeout(2*time.Minute))
	t.Cleanup(cancel)
	b := &browser{t: t}
	b.ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.wrong = append(b.wrong, string(m.Type)+": "+m.Text)
			b.mu.Unlock()
		}
	}()
	return b
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatalf("%v; the console has %q", err, b.wrong)
	}
}

// tell is the value of an expression of the page.
func (b *browser) tell(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// until waits for an expression of the page to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	b.do(chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(0)))
}

// accessible has axe look at the page.
func (b *browser) accessible(what string) {
	b.t.Helper()
	found := b.tell(`axe.run().then(r => r.passes.length < 10 ? 'too little' : JSON.stringify(r.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html)])))`)
	var list []any
	if err := json.Unmarshal([]byte(found), &list); err != nil || len(list) > 0 {
		b.t.Errorf("%s: axe finds %s", what, found)
	}
}

// seen has the page in a scheme of colours and a width.
func (b *browser) seen(scheme string, width int64) {
	b.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(width, 800))
}

// The page shows a run as it goes on, on a desk and on a telephone, in light and dark, with nothing for axe or the console to complain of.
// With the keyboard alone the run is stopped, and the page then has its result.
func TestLive_InABrowser(t *testing.T) {
	page := newBrowser(t)
	s := newServed(t, nil)
	text := must.Have(testProgram.Content("demo", nil))(t)
	s.job(s.call(201, "POST", "/v1/jobs?evaluations=1000", quboModel))
	s.job(s.call(201, "POST", "/v1/jobs?file=demo.tsp&time=1h&target=none&method=halving&walks=1", string(text)))

	page.do(chromedp.Navigate(s.url + "/"))
	page.until(`document.querySelector('#cost canvas') && document.querySelector('#speed canvas') && document.querySelector('#picture img').naturalWidth > 0`)
	page.until(`document.getElementById('figures').textContent.includes('gap to the best known')`)
	page.until(`[...document.querySelectorAll('#keys li')].map(l => l.textContent).join() === 'anneal,iterated-tabu,ils'`)
	page.do(chromedp.Evaluate[chromedp.Void](read(t, "testdata/axe.min.js")))
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 360} {
			page.seen(scheme, width)
			page.until(`document.documentElement.scrollWidth <= innerWidth`)
			page.accessible(scheme)
		}
	}
	focused := ""
	for i := 0; i < 20 && focused != "stop"; i++ {
		page.do(chromedp.KeyEvent(kb.Tab))
		focused = page.tell(`document.activeElement.id`)
	}
	if focused != "stop" {
		t.Fatalf("Tab does not lead to the button that stops the run, but to %q", focused)
	}
	page.do(chromedp.KeyEvent(kb.Enter))
	page.until(`document.getElementById('state').textContent === 'The run is over: cancelled.' && document.getElementById('stop').hidden`)
	page.do(chromedp.Click("#logy"), chromedp.Click("#logx"), chromedp.Click("#gap"))
	page.accessible("at the end")
	if broken := page.tell(`[...document.querySelectorAll('#tables th, #tables td')].filter(c => {
		const r = document.createRange(); r.selectNodeContents(c); return c.textContent.length < 9 && r.getBoundingClientRect().height > 45 }).map(c => c.textContent).join()`); broken != "" {
		t.Errorf("short words of the tables stand on several lines: %s", broken)
	}
	page.do(chromedp.Evaluate[chromedp.Void](`location.hash = document.querySelectorAll('#jobs a')[1].hash`))
	page.until(`document.getElementById('tables').textContent.includes('objective -0.5')`)
	page.mu.Lock()
	defer page.mu.Unlock()
	if len(page.wrong) > 0 {
		t.Errorf("the console has %q", page.wrong)
	}
}

// A run on many machines by a method with a temperature has a chart of each: the first machines by name, the others together.
func TestLive_ShowsMachines(t *testing.T) {
	page := newBrowser(t)
	in := must.Have(testProgram.Catalogue.Parse([]byte(quboModel), "m.json", ""))(t)
	feed := new(record.Feed)
	must.Do(t, feed.Begin(record.Header{Instance: "m", N: 2}))
	server := httptest.NewServer(service.Show(service.Config{}, service.Shown{File: "m.json", Feed: feed, Stop: func() {},
		Instance: func() (*problem.Instance, error) { return in, nil }}).Handler())
	t.Cleanup(server.Close)
	t.Cleanup(feed.Close)
	for i := range int64(20) {
		shares := make([]multiwalk.Share, 12)
		for k := range shares {
			shares[k] = multiwalk.Share{Name: fmt.Sprintf("machine-%02d", k), Evaluations: i * int64(1000+k)}
		}
		feed.Observe(multiwalk.Event{Kind: multiwalk.EventProgress, Elapsed: time.Duration(i) * 100 * time.Millisecond, Best: []int32{0, 1},
			Counters: multiwalk.Counters{FullEvaluations: 12_000 * i, Moves: 10 * i}, Temperature: 100 / float64(i+1), Shares: shares})
	}
	page.do(chromedp.Navigate(server.URL))
	page.until(`document.querySelector('#share canvas') && document.querySelector('#heat canvas') && document.querySelectorAll('#keys li').length === 9`)
	if last := page.tell(`document.querySelector('#keys li:last-child').textContent`); last != "all others" {
		t.Errorf("the last line is %q", last)
	}
	page.do(chromedp.Evaluate[chromedp.Void](read(t, "testdata/axe.min.js")))
	for _, scheme := range []string{"light", "dark"} {
		page.seen(scheme, 360)
		page.until(`document.documentElement.scrollWidth <= innerWidth`)
		page.accessible(scheme)
	}
	page.mu.Lock()
	defer page.mu.Unlock()
	if len(page.wrong) > 0 {
		t.Errorf("the console has %q", page.wrong)
	}
}
