module github.com/multiwalk/multiwalk/examples/queens

go 1.26.0

require github.com/multiwalk/multiwalk v0.0.0

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/alecthomas/kong v1.17.0 // indirect
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/multiwalk/multiwalk => ../..

tool github.com/multiwalk/multiwalk/internal/kernelgen/gen
