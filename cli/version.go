package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
)

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// versionReport is what version --json prints.
type versionReport struct {
	Version string `json:"version"` // of the program
	Build   string `json:"build"`   // the beginning of the program file's SHA-256: it tells builds of one version apart
	Go      string `json:"go"`      // that built it
	OS      string `json:"os"`      // it is for
	Arch    string `json:"arch"`    // it is for
}

// Run prints the version of the program, of Go, and the platform.
func (v *versionCmd) Run(c *console.Console) error {
	r := versionReport{c.Version, build(), runtime.Version(), runtime.GOOS, runtime.GOARCH}
	if v.JSON {
		return console.WriteJSON(c.Out, r)
	}
	_, err := fmt.Fprintf(c.Out, "%s %s, build %s (%s, %s/%s)\n", c.Name, r.Version, r.Build, r.Go, r.OS, r.Arch)
	return err
}

// build is the beginning of the hash of the program's own file, or unknown.
var build = sync.OnceValue(func() string {
	sum := sha256.New()
	if path, err := os.Executable(); err == nil {
		if f, err := os.Open(path); err == nil {
			defer f.Close()
			if _, err := io.Copy(sum, f); err == nil {
				return hex.EncodeToString(sum.Sum(nil))[:12]
			}
		}
	}
	return "unknown"
})

// devel is the version of a program that does not know it, as one of go run.
const devel = "(devel)"

// programBuild is the version, and for a program that does not know that, which build it is.
func programBuild(version string) string {
	if version != devel {
		return version
	}
	return devel + " build " + build()
}

// versionFlag is --version, which prints what the sub-command does.
type versionFlag bool

// BeforeReset is where kong leaves the rest of the command line alone.
func (versionFlag) BeforeReset(app *kong.Kong, c *console.Console) error {
	err := new(versionCmd).Run(c)
	app.Exit(0)
	return err
}

// builtFrom is what the build knows of the source that the program was made from.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return devel
	}
	return versionOf(info)
}

// versionOf is the version of the module, and the revision behind it where that does not say which. Go puts the revision
// into the version of a program that was built in a clone since 1.24, but not where there is no tag to count from.
func versionOf(info *debug.BuildInfo) string {
	known := cmp.Or(info.Main.Version, devel)
	vcs := map[string]string{}
	for _, s := range info.Settings {
		vcs[s.Key] = s.Value
	}
	revision := vcs["vcs.revision"]
	revision = revision[:min(len(revision), 12)]
	if revision == "" || strings.Contains(known, revision) {
		return known
	}
	if vcs["vcs.modified"] == "true" {
		revision += ", changed"
	}
	return known + " " + revision
}
