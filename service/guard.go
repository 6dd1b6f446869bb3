package service

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/multiwalk/multiwalk/cluster"
)

// guard lets in who may call: with the token if there is one; without, only programs and pages of this machine. A page of somebody else's in
// a browser here is neither.
func (s *Service) guard(next http.Handler) http.Handler {
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		say(w, http.StatusForbidden, Problem{"a page of another origin may not call this service"})
	}))
	return foreign.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime)) // a recorder in a test has none
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		head.Set("Referrer-Policy", "no-referrer")
		if s.Local && !named(r.Host) { // a name elsewhere that was made to lead here
			say(w, http.StatusForbidden, Problem{"this service is called localhost; call it by that name"})
			return
		}
		if s.Token != "" && !public(r.URL.Path) && !s.knows(r) {
			head.Set("WWW-Authenticate", "Bearer")
			say(w, http.StatusUnauthorized, Problem{"the token is missing or wrong; send Authorization: Bearer TOKEN, as serve printed it"})
			return
		}
		next.ServeHTTP(w, r)
	}))
}

// named says whether a request's host is this machine by its own name.
func named(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return cluster.Loopback(strings.Trim(host, "[]"))
}

// public says whether a path has nothing that is anybody's: the page, which asks for the token, and the description of the service.
func public(path string) bool {
	return path == "/" || strings.HasPrefix(path, "/page/") || path == "/v1/openapi.json"
}

// knows compares digests, which tell neither the length nor the beginning of the token by the time that it takes.
func (s *Service) knows(r *http.Request) bool {
	scheme, given, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	want, is := sha256.Sum256([]byte(s.Token)), sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(want[:], is[:]) == 1 && ok && strings.EqualFold(scheme, "Bearer")
}
