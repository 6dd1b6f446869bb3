package service

import (
	"embed"
	"net/http"
	"strings"
)

//go:embed page
var pages embed.FS

// page serves the live page and what it is made of.
func page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "page/index.html"
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeFileFS(w, r, pages, name)
}
