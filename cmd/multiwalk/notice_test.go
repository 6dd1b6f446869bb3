package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// The files that tell what the command is linked from: the list, and the texts that its licences ask to go with a binary.
const (
	noticeFile   = "../../NOTICE"
	licencesFile = "../../THIRD_PARTY_LICENSES"
)

// A licence is what somebody has read: its SPDX name, and the files of the module that hold its texts.
type licence struct {
	spdx  string
	files []string
}

var (
	bsd3   = licence{"BSD-3-Clause", []string{"LICENSE"}}
	apache = licence{"Apache-2.0", []string{"LICENSE"}}
)

// goBSD is the licence of the Go project, which adds a grant of patents.
var goBSD = licence{"BSD-3-Clause", []string{"LICENSE", "PATENTS"}}

// linked is the licence of each module that the command is linked from.
var linked = map[string]licence{
	"codeberg.org/go-fonts/liberation":          {"BSD-3-Clause AND OFL-1.1", []string{"LICENSE", "LICENSE-SIL"}},
	"codeberg.org/go-latex/latex":               bsd3,
	"codeberg.org/go-pdf/fpdf":                  {"MIT", []string{"LICENSE"}},
	"git.sr.ht/~sbinet/gg":                      {"MIT", []string{"LICENSE.md"}},
	"github.com/VictoriaMetrics/metrics":        {"MIT", []string{"LICENSE"}},
	"github.com/ajstarks/svgo":                  {"CC-BY-4.0", []string{"LICENSE"}},
	"github.com/alecthomas/kong":                {"MIT", []string{"COPYING"}},
	"github.com/antithesishq/antithesis-sdk-go": {"MIT", []string{"LICENSE"}},
	"github.com/ebitengine/purego":              apache,
	"github.com/go-json-experiment/json":        bsd3,
	"github.com/google/jsonschema-go":           {"MIT", []string{"LICENSE"}},
	"github.com/valyala/fastrand":               {"MIT", []string{"LICENSE"}},
	"github.com/valyala/histogram":              {"MIT", []string{"LICENSE"}},
	"github.com/golang/freetype":                {"FTL", []string{"LICENSE", "licenses/ftl.txt"}}, // the choice that the LICENSE leaves
	"github.com/google/go-tpm":                  apache,
	"github.com/klauspost/compress":             {"BSD-3-Clause AND Apache-2.0 AND MIT", []string{"LICENSE"}},
	"github.com/minio/highwayhash":              apache,
	"github.com/nats-io/jwt/v2":                 apache,
	"github.com/nats-io/nats-server/v2":         apache,
	"github.com/nats-io/nats.go":                apache,
	"github.com/nats-io/nkeys":                  apache,
	"github.com/nats-io/nuid":                   apache,
	"golang.org/x/crypto":                       goBSD,
	"golang.org/x/time":                         goBSD,
	"golang.org/x/image":                        goBSD,
	"golang.org/x/mod":                          goBSD,
	"golang.org/x/sync":                         goBSD,
	"golang.org/x/sys":                          goBSD,
	"golang.org/x/term":                         goBSD,
	"golang.org/x/text":                         goBSD,
	"golang.org/x/tools":                        goBSD,
	"gonum.org/v1/gonum":                        bsd3,
	"gonum.org/v1/plot":                         bsd3,
}

// linkedModules lists the modules that the command is linked from on any of the systems that it is built for, with their
// versions, and their folders.
func linkedModules(t *testing.T) (versions, folders map[string]string) {
	t.Helper()
	versions, folders = map[string]string{}, map[string]string{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		cmd.Env = append(cmd.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Skip(err)
		}
		for line := range strings.Lines(string(out)) {
			if part := strings.Split(strings.TrimSpace(line), "\t"); len(part) == 3 {
				versions[part[0]], folders[part[0]] = part[1], part[2]
			}
		}
	}
	if len(versions) < 10 {
		t.Fatalf("go list names %d modules", len(versions))
	}
	return versions, folders
}

// NOTICE and THIRD_PARTY_LICENSES say what the command is linked from: a module that comes, goes or changes its version or
// its licence makes this test fail, until somebody has read the licence; -update writes the files.
func TestNotice(t *testing.T) {
	unraced.Test(t)
	versions, folders := linkedModules(t)
	var notice, texts bytes.Buffer
	fmt.Fprint(&notice, "Multiwalk\n\n"+
		"Licensed under the Apache License, Version 2.0: see LICENSE.\n\n"+
		"The command multiwalk is linked from the modules below, and from Go's standard library, whose licence is that of\n"+
		"golang.org/x. Their copyright notices and licences are in THIRD_PARTY_LICENSES, which goes with every binary of the command. Portions of\n"+
		"this software are copyright The FreeType Project (www.freetype.org). All rights reserved.\n\n")
	fmt.Fprint(&texts, "The licences of what the command multiwalk is linked from, as NOTICE lists it.\n")
	for _, path := range slices.Sorted(maps.Keys(versions)) {
		l, ok := linked[path]
		if !ok {
			t.Errorf("%s is linked: read its licence, and add it to the table", path)
			continue
		}
		fmt.Fprintf(&notice, "  %s %s (%s)\n", path, versions[path], l.spdx)
		for _, file := range l.files {
			addLicence(t, &texts, path, filepath.Join(folders[path], filepath.FromSlash(file)), file)
		}
	}
	fmt.Fprint(&notice, "\nIts live page carries uPlot v1.6.32 (MIT), whose licence is there too.\n")
	addLicence(t, &texts, "uPlot", "../../service/page/uPlot.LICENSE", "LICENSE")
	for path := range linked {
		if versions[path] == "" {
			t.Errorf("%s is linked no more: take it out of the table", path)
		}
	}
	for file, want := range map[string][]byte{noticeFile: notice.Bytes(), licencesFile: texts.Bytes()} {
		if *update {
			must.Do(t, os.WriteFile(file, want, 0o644))
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale: %v; go test ./cmd/multiwalk -run '^TestNotice$' -update writes it", filepath.Base(file), err)
		}
	}
}

// addLicence appends a licence's text.
func addLicence(t *testing.T, to *bytes.Buffer, module, file, name string) {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	fmt.Fprintf(to, "\n%s\n%s: %s\n%[1]s\n\n", strings.Repeat("=", 80), module, name)
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\r\n", "\n")) {
		fmt.Fprintln(to, strings.TrimRight(line, " \t\n"))
	}
}
