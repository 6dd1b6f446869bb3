// Command wheel makes the Python package: a wheel with the command in it, which pip installs, and which Python imports unpacked or as it
// is. It needs no Python.
//
//	go run ./tools/wheel            for this machine, into dist/
//	go run ./tools/wheel linux/arm64 darwin/arm64 windows/amd64
package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tags are the platforms of wheels, by that of Go.
var tags = map[string]string{
	"linux/amd64":   "manylinux_2_17_x86_64.manylinux2014_x86_64",
	"linux/arm64":   "manylinux_2_17_aarch64.manylinux2014_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

func main() {
	out := flag.String("out", "dist", "folder of the wheels")
	version := flag.String("version", "0.0.0", "of the package")
	flag.Parse()
	platforms := flag.Args()
	if len(platforms) == 0 {
		platforms = []string{runtime.GOOS + "/" + runtime.GOARCH}
	}
	for _, platform := range platforms {
		file, err := wheelFor(*out, *version, platform)
		if err != nil {
			fmt.Fprintln(os.Stderr, "wheel:", err)
			os.Exit(1)
		}
		fmt.Println(file)
	}
}

// wheelFor builds the command for a platform, and packs it.
func wheelFor(out, version, platform string) (string, error) {
	goos, goarch, _ := strings.Cut(platform, "/")
	if tags[platform] == "" {
		return "", fmt.Errorf("%s is no platform of a wheel; give one of %s", platform, strings.Join(slices.Sorted(maps.Keys(tags)), ", "))
	}
	folder, err := os.MkdirTemp("", "wheel")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "multiwalk")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./cmd/multiwalk")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("go build for %s: %w", platform, err)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(out, fmt.Sprintf("multiwalk-%s-py3-none-%s.whl", version, tags[platform]))
	to, err := os.Create(file)
	if err != nil {
		return "", err
	}
	err = pack(to, os.DirFS("python"), binary, version, platform)
	if closed := to.Close(); err == nil {
		err = closed
	}
	return file, err
}

// wheel is a wheel that is written. The list of its files, with their hashes, is its last file.
type wheel struct {
	zip  *zip.Writer
	list strings.Builder
	csv  *csv.Writer
}

// pack writes a wheel of the package in a tree and of a binary.
func pack(to io.Writer, tree fs.FS, binary, version, platform string) error {
	w := &wheel{zip: zip.NewWriter(to)}
	w.csv = csv.NewWriter(&w.list)
	sources, err := fs.Glob(tree, "multiwalk/*.py")
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no package is in python/; run this in the root of the repository: %w", err)
	}
	for _, name := range sources {
		text, err := fs.ReadFile(tree, name)
		if err == nil {
			err = w.add(name, 0o644, strings.NewReader(string(text)))
		}
		if err != nil {
			return err
		}
	}
	command, err := os.Open(binary)
	if err != nil {
		return err
	}
	defer command.Close()
	name := "multiwalk/bin/multiwalk"
	if strings.HasPrefix(platform, "windows/") {
		name += ".exe"
	}
	if err := w.add(name, 0o755, command); err != nil {
		return err
	}
	return w.close("multiwalk-"+version+".dist-info", version, strings.Split(tags[platform], "."))
}

// add writes a file and notes its hash.
func (w *wheel) add(name string, mode fs.FileMode, text io.Reader) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
	header.SetMode(mode)
	to, err := w.zip.CreateHeader(header)
	if err != nil {
		return err
	}
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(to, hash), text)
	if err != nil {
		return err
	}
	return w.csv.Write([]string{name, "sha256=" + base64.RawURLEncoding.EncodeToString(hash.Sum(nil)), strconv.FormatInt(size, 10)})
}

// close writes what pip must know, and the list.
func (w *wheel) close(about, version string, platforms []string) error {
	text := "Wheel-Version: 1.0\nGenerator: multiwalk tools/wheel\nRoot-Is-Purelib: false\n"
	for _, p := range platforms {
		text += "Tag: py3-none-" + p + "\n"
	}
	for _, file := range []struct{ name, text string }{
		{"METADATA", "Metadata-Version: 2.1\nName: multiwalk\nVersion: " + version +
			"\nSummary: Combinatorial optimisation by many searches at once\nRequires-Python: >=3.9\n"},
		{"WHEEL", text},
	} {
		if err := w.add(about+"/"+file.name, 0o644, strings.NewReader(file.text)); err != nil {
			return err
		}
	}
	if err := w.csv.Write([]string{about + "/RECORD", "", ""}); err != nil {
		return err
	}
	w.csv.Flush()
	to, err := w.zip.Create(about + "/RECORD")
	if err == nil {
		_, err = io.WriteString(to, w.list.String())
	}
	if err == nil {
		err = w.zip.Close()
	}
	return err
}
