package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// elsewhere makes the journal in out one of another machine.
func elsewhere(t *testing.T, gpu string) (journal string) {
	t.Helper()
	file := filepath.Join("out", journalFile)
	first, rest, _ := strings.Cut(read(t, file), "\n")
	for _, c := range [][2]string{
		{`"processor":"[^"]*"`, `"processor":"Abacus 9000"`}, {`"cores":\d+`, `"cores":48`}, {`"device":"[^"]*"`, `"device":"` + gpu + `"`},
	} {
		first = regexp.MustCompile(c[0]).ReplaceAllString(first, c[1])
	}
	write(t, file, first+"\n"+rest)
	return first + "\n" + rest
}

const farGPU = "gpu:7, NVIDIA H200, 132 multiprocessors, CUDA 13.0"

// What another machine measured is shown as what it is, and not gone on with.
func TestRepro_ShowsAnotherMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	if device.GPU(7).Ready() == nil {
		t.Skip("gpu:7 is here")
	}
	for _, c := range []struct {
		name, args string
		want       []string // of the GPU's figures
	}{
		{"qap", "--instances=demo --runs=1 --singles=2 --budget=1ms --blocks=2 --limit=100ms --systems=ga-gpu,ga-cores,auto-gpu table3 methods",
			[]string{"one GPU", "48 cores", "auto on one GPU: iterated-tabu"}},
		{"nqueens", "--sizes=4 --trials=1 --limit=5s --schemes=gpu-coarse figure4", []string{"coarse [ms]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			args := append([]string{"repro", c.name, "--out=out"}, strings.Fields(c.args)...)
			b.want(0, append(args, "--device=emulator")...)
			here := table(b.out.String())
			journal := elsewhere(t, farGPU) + "a line that was c"
			file := filepath.Join("out", journalFile)
			write(t, file, journal)
			for _, on := range []string{"--device=auto", "--device=gpu:7", "--cores=3"} {
				b.want(0, append(args, on, "--show")...)
				text := b.out.String()
				for _, want := range append(c.want, "\nmachine: Abacus 9000, 48 cores used\ndevice:  "+farGPU+"\nprogram: shown by multiwalk ") {
					if !strings.Contains(text, want) {
						t.Errorf("%s: does not print %q:\n%s", on, want, text)
					}
				}
				if strings.Contains(text, "No GPU") || table(text) != here {
					t.Errorf("%s: shows\n%s\nwhere was\n%s", on, text, here)
				}
				if b.err.Len() > 0 || read(t, file) != journal {
					t.Errorf("%s: says %s; the journal is\n%s", on, b.err.String(), read(t, file))
				}
			}
			b.want(console.ExitUsage, append(args, "--device=emulator")...)
			if !strings.Contains(b.err.String(), "belong to other settings; give another folder") || read(t, file) != journal {
				t.Errorf("goes on with what another machine measured: %s", b.err.String())
			}
		})
	}
}

// The emulator would take its time, so what the GPU measured is made up.
func TestReproPSPM_ShowsAnotherMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	b := newBench(t)
	args := []string{"repro", "pspm", "--instances=demo", "--trials=1", "--sweeps=1", "--out=out", "table2"}
	b.want(0, append(args, "--systems=sspm", "--device=cpu")...)
	journal := elsewhere(t, farGPU)
	_, measured, _ := strings.Cut(journal, "\n")
	_, measured, _ = strings.Cut(measured, "\n")
	write(t, filepath.Join("out", journalFile), journal+strings.ReplaceAll(measured, ",sspm,", ",pspm,"))
	b.want(0, append(args, "--systems=sspm,pspm", "--show", "--device=auto")...)
	if text := b.out.String(); !strings.Contains(text, "GPU PSPM") || strings.Contains(text, "no GPU") ||
		!strings.Contains(text, "\nmachine: Abacus 9000, 48 cores used\ndevice:  "+farGPU+"\n") {
		t.Error(text)
	}
}

// table returns the figures of a text, without heads, notes and blanks, which may be of another width.
func table(text string) string {
	var list []string
	for line := range strings.Lines(text) {
		if regexp.MustCompile(`^(ring|4 )`).MatchString(line) {
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(list, "\n")
}

func TestRepro_ShowJSON(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := repro(few, "--schemes=linear --out=out table1")
	b.want(0, args...)
	elsewhere(t, "no GPU")
	b.want(0, append(args, "--show", "--json")...)
	var got struct {
		Environment struct {
			Processor, Device string
			Cores             int
			Shown             bool
		}
	}
	if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || got.Environment.Processor != "Abacus 9000" ||
		got.Environment.Cores != 48 || got.Environment.Device != "no GPU" || !got.Environment.Shown {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRepro_ShowRefuses(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := repro(few, "--schemes=linear --out=out table1")
	b.want(0, args...)
	file := filepath.Join("out", journalFile)
	whole := elsewhere(t, farGPU)
	first, rest, _ := strings.Cut(whole, "\n")
	show := func(code int, content, want string, more ...string) {
		t.Helper()
		write(t, file, content)
		b.want(code, append(append(args, "--show"), more...)...)
		if !strings.Contains(b.err.String(), want) || strings.Count(b.err.String(), "\n") != 1 || read(t, file) != content {
			t.Errorf("says %q, want ... %s ...; the journal is\n%s", b.err.String(), want, read(t, file))
		}
	}
	show(console.ExitUsage, whole, "belong to other settings; give the flags that they were made with", "--seed=5")
	show(console.ExitUsage, whole+"x\n", "line ")
	const unnamed = "its first line does not name the machine"
	show(console.ExitUsage, "", unnamed)
	show(console.ExitUsage, first, unnamed)
	show(console.ExitUsage, rest, unnamed)
	show(console.ExitUsage, strings.Replace(whole, "}\n", "\n", 1), unnamed)
	show(console.ExitUsage, strings.Replace(whole, `"cores":48`, `"cores":0`, 1), unnamed)
	show(console.ExitUsage, strings.Replace(whole, "gpu:7,", "gpu:x,", 1), `has no GPU number in "x"`)
	show(console.ExitUsage, strings.Replace(whole, "gpu:7,", "tpu,", 1), `unknown device "tpu"`)
	must.Do(t, errors.Join(os.Remove(file), os.Mkdir(file, 0o755)))
	b.want(console.ExitEnvironment, append(args, "--show")...)
}

// Journals that an earlier program wrote are read, and shown as it showed them. The last line of what it showed is its command.
func TestRepro_ShowsOldJournals(t *testing.T) {
	unraced.Test(t)
	folders, err := filepath.Glob(filepath.Join("testdata", "journals", "*"))
	if err != nil || len(folders) != 7 {
		t.Fatal(folders, err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			journal := read(t, filepath.Join(folder, journalFile))
			want := strings.ReplaceAll(read(t, filepath.Join(folder, "shown.txt")), "\r\n", "\n")
			_, command, _ := strings.Cut(strings.TrimSpace(want), "\ncommand: multiwalk ")
			b := newBench(t)
			must.Do(t, os.Mkdir("out", 0o755))
			file := filepath.Join("out", journalFile)
			write(t, file, journal)
			b.want(0, strings.Fields(command)...)
			got := regexp.MustCompile(`(?m)^program: .*`).ReplaceAllString(b.out.String(), "program: shown by another one")
			if got != want || read(t, file) != journal {
				t.Errorf("shows\n%s\nwhere was\n%s", got, want)
			}
		})
	}
}
