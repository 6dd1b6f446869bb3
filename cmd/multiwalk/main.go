// Command multiwalk solves combinatorial optimisation problems from files, verifies records of runs, and lists what it
// knows. It is thin: flags mirror the fields of the library's structs, and each sub-command is one file.
package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

func main() {
	gpu.Notices(func(line string) { fmt.Fprintln(os.Stderr, "multiwalk:", line) })
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // whose messages nobody reads goes on; for the standard output see console
	os.Exit(run(os.Args[1:], console.Process()))
}

// cli is the command line: a sub-command a field.
type cli struct {
	Solve    solveCmd    `cmd:"" help:"Solve an instance."`
	Resume   resumeCmd   `cmd:"" help:"Go on with a run that was solved with --checkpoint."`
	Verify   verifyCmd   `cmd:"" help:"Evaluate the solutions of a record once more."`
	TTT      tttCmd      `cmd:"" name:"ttt" help:"Tell from records how long a run takes to reach a target, and how long several side by side would take."`
	Problems problemsCmd `cmd:"" help:"List the problems and the formats of their files."`
	Methods  methodsCmd  `cmd:"" help:"List the methods and their settings."`
	Tune     tuneCmd     `cmd:"" help:"Find settings of a method for instances like those of some files."`
	Devices  devicesCmd  `cmd:"" help:"List what work can run on."`
	Repro    reproCmd    `cmd:"" help:"Make the tables of a paper again, its figures beside ours."`
	Kernel   kernelCmd   `cmd:"" help:"Give types of your own kernels for GPUs."`

	Completion completionCmd `cmd:"" help:"Print what makes a shell complete commands, flags and names: bash, zsh or fish."`
	Help       helpCmd       `cmd:"" help:"Tell what a command does, and its flags."`
	Version    versionCmd    `cmd:"" help:"Print the version."`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

// run executes the command with its arguments and returns the exit code.
func run(args []string, c console.Console) int {
	c.Version, c.About = programVersion(), "Solve combinatorial optimisation problems with massively parallel metaheuristics."
	if err := loadTuning(); err != nil {
		return c.Report(err)
	}
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	return c.Run(new(cli), goFlags(args))
}

// helpCmd is another way to ask for --help, which run puts in its place.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as solve, or kernel gen."`
}

// version is set by release builds with -ldflags "-X main.version=v1.2.3".
var version string

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
	r := versionReport{programVersion(), build(), runtime.Version(), runtime.GOOS, runtime.GOARCH}
	if v.JSON {
		return console.WriteJSON(c.Out, r)
	}
	_, err := fmt.Fprintf(c.Out, "multiwalk %s, build %s (%s, %s/%s)\n", r.Version, r.Build, r.Go, r.OS, r.Arch)
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

// programBuild is programVersion, and for a program that does not know that, which build it is.
func programBuild() string {
	if v := programVersion(); v != devel {
		return v
	}
	return devel + " build " + build()
}

// versionFlag is --version, which prints what multiwalk version does.
type versionFlag bool

// BeforeReset is where kong leaves the rest of the command line alone.
func (versionFlag) BeforeReset(app *kong.Kong, c *console.Console) error {
	err := new(versionCmd).Run(c)
	app.Exit(0)
	return err
}

// programVersion is the release, or what the build knows of the source it was made from.
func programVersion() string {
	if version != "" {
		return version
	}
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
