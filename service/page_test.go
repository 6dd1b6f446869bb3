package service_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/service"
)

// The page and all that it loads has under 150 KB, and names nobody else's host.
func TestPage_IsSmallAndAlone(t *testing.T) {
	s := service.Show(service.Config{})
	all := 0
	for _, path := range []string{"/", "/page/page.css", "/page/charts.js", "/page/page.js", "/page/uPlot.css", "/page/uPlot.js"} {
		w := ask(s.Handler(), nil, "GET", path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, w.Code)
		}
		all += w.Body.Len()
		text := strings.ReplaceAll(w.Body.String(), "https://github.com/leeoniya/uPlot", "")
		if strings.Contains(text, "https://") || strings.Contains(text, "http://") {
			t.Errorf("%s leads elsewhere", path)
		}
	}
	if all > 150<<10 {
		t.Errorf("the page has %d bytes", all)
	}
	if w := ask(s.Handler(), nil, "GET", "/page/../guard.go"); w.Code == http.StatusOK {
		t.Error("the page gives other files")
	}
	if w := ask(s.Handler(), nil, "POST", "/v1/jobs"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("a page of runs takes a job: %d", w.Code)
	}
}
