package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// version is set by release builds with -ldflags "-X main.version=v1.2.3".
var version string

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints the version of the program, of Go, and the platform.
func (v *versionCmd) Run(c *console) error {
	if v.JSON {
		return writeJSON(c.out, map[string]string{"version": programVersion(), "go": runtime.Version(),
			"os": runtime.GOOS, "arch": runtime.GOARCH})
	}
	_, err := fmt.Fprintf(c.out, "multiwalk %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// programVersion is the release, or what the build knows of the source it was made from.
func programVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// writeJSON prints v for people and programs alike.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
