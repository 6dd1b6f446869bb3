module github.com/multiwalk/multiwalk/examples/queens

go 1.26.0

require github.com/multiwalk/multiwalk v0.0.0

require (
	github.com/alecthomas/kong v1.17.0 // indirect
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/multiwalk/multiwalk => ../..

tool github.com/multiwalk/multiwalk/internal/kernelgen/gen
