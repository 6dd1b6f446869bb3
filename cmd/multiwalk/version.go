package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/multiwalk/multiwalk/internal/console"
)

// version is set by release builds with -ldflags "-X main.version=v1.2.3".
var version string

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints the version of the program, of Go, and the platform.
func (v *versionCmd) Run(c *console.Console) error {
	if v.JSON {
		return console.WriteJSON(c.Out, map[string]string{"version": programVersion(), "go": runtime.Version(),
			"os": runtime.GOOS, "arch": runtime.GOARCH})
	}
	_, err := fmt.Fprintf(c.Out, "multiwalk %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
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
