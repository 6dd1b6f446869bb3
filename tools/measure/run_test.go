package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
)

// TestMain stands in for the command multiwalk and for test binaries, where the variable says so.
func TestMain(m *testing.M) {
	if os.Getenv("MEASURE_FAKE") == "" {
		os.Exit(m.Run())
	}
	args := os.Args[1:]
	switch {
	case args[0] == "solve":
		miss(args)
	case args[0] == "devices":
		fmt.Println(`[{"device": "cpu", "model": "Fake", "workers": 2}]`)
	case args[0] == "repro", args[0] == "bench":
		if os.Getenv("MEASURE_SLOW") != "" {
			time.Sleep(time.Minute)
		}
		fmt.Println(`{"tables": [{"name": "table2", "columns": [{"group": "GPU", "name": "SEC", "unit": "%", "source": "ours"}],
			"rows": [{"name": "rd100", "cells": [{"value": 1.5, "mark": "*"}]}]}]}`)
	case strings.HasPrefix(args[0], "-test."):
		fmt.Printf("BenchmarkSearch_Kick/200 \t 10\t 35000 ns/op\t 0 B/op\n")
	}
}

// miss is a run that misses its target, which exit code 1 says.
func miss(args []string) {
	record := args[slices.Index(args, "--record")+1]
	text := `{"line":"incumbent","cost":110,"elapsed_seconds":0.5}` + "\n"
	if err := os.WriteFile(record, []byte(text), 0o644); err != nil {
		os.Exit(2)
	}
	fmt.Println(`{"cost": 110, "best_known": 100, "status": "time_limit", "elapsed_seconds": 20}`)
	os.Exit(1)
}

// folder is a built folder whose programs are this test.
func folder(t *testing.T, dirty bool) string {
	t.Helper()
	t.Setenv("MEASURE_FAKE", "1")
	self := must.Have(os.Executable())(t)
	dir := t.TempDir()
	for _, sub := range []string{"bin", "data"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, sub), 0o755))
	}
	in := must.Have(os.ReadFile(self))(t)
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if _, err := z.Write(in); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"multiwalk", "internal-tour.test"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, "bin", name+".gz"), packed.Bytes(), 0o644))
	}
	text, _ := json.Marshal(manifest{Commit: "abc", Dirty: dirty, Go: "go1", Code: map[string]string{"tsp-kicks": "hash"}})
	must.Do(t, os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o644))
	return dir
}

func TestRun_MeasuresAndMerges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs there have another ending")
	}
	dir, out := folder(t, false), filepath.Join(t.TempDir(), "figures.json")
	first := options{run: dir, out: out, only: "tsp-kicks"}
	for _, o := range []options{first, {run: dir, out: out, only: "qap-hard-one-core,pspm-threads,scale"}} {
		must.Do(t, command(o))
	}
	f, err := readFigures(out)
	if err != nil || len(f.Entries) != 4 {
		t.Fatalf("%+v, %v", f, err)
	}
	kick := f.Entries["tsp-kicks"]
	if kick.Code != "hash" || kick.Commit != "abc" || kick.Values["Search_Kick/200 ns/op"].N != 1 || kick.Machine.Cores < 1 {
		t.Errorf("%+v", kick)
	}
	if v := f.Entries["qap-hard-one-core"].Values["iterated-tabu tai60a gap"]; v.N != 5 || v.Mean != 10 {
		t.Errorf("%+v", v)
	}
	if tables := f.Entries["scale"].Tables; len(tables) != 3 {
		t.Errorf("%d tables of three instances", len(tables))
	}
	p := &page{figures: f, absent: map[string]bool{}}
	if got, err := p.table("pspm-threads", "table2", "", true); err != nil || !strings.Contains(got, `| GPU, SEC, % | 1.5\* |`) {
		t.Errorf("%s, %v", got, err)
	}
	began := kick.Took
	first.budget = time.Nanosecond // what the file has of this commit is not measured again, and the rest would end too late
	must.Do(t, command(first))
	if f, _ := readFigures(out); f.Entries["tsp-kicks"].Took != began || len(f.Entries) != 4 {
		t.Error("it was measured again")
	}
}

// A measurement that outlasts the budget is stopped then, and what was measured before it is in the file.
func TestRun_StopsWhenTheBudgetIsOver(t *testing.T) {
	dir, out := folder(t, false), filepath.Join(t.TempDir(), "figures.json")
	t.Setenv("MEASURE_SLOW", "1")
	r, err := newRunner(dir, options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	kicks, threads := *find("tsp-kicks"), *find("pspm-threads")
	kicks.Seconds, threads.Seconds = 0, 0
	if err := r.run([]*measurement{&kicks}, out); err != nil { // however long a busy machine takes
		t.Fatal(err)
	}
	r.o.budget, r.began = 2*time.Second, time.Now()
	err = r.run([]*measurement{&kicks, &threads}, out)
	must.Fail(t, "pspm-threads: stopped after", "-state")(err)
	f, err := readFigures(out)
	if err != nil || f.Entries["tsp-kicks"] == nil || f.Entries["pspm-threads"] != nil {
		t.Errorf("%v, %v", f, err)
	}
}

func TestRun_RefusesADirtyTree(t *testing.T) {
	dir := folder(t, true)
	o := options{run: dir, out: filepath.Join(t.TempDir(), "figures.json"), only: "tsp-kicks"}
	must.Fail(t, "-dirty")(command(o))
}

func TestRun_WantsAGPU(t *testing.T) {
	dir := folder(t, false)
	o := options{run: dir, out: filepath.Join(t.TempDir(), "figures.json"), only: "launch"}
	must.Fail(t, "GPU")(command(o))
}

// A taste takes the place of no measurement, and one of an earlier day of none of a later one.
func TestMerge(t *testing.T) {
	f := &figures{Entries: map[string]*entry{"a": {Commit: "1"}, "b": {Commit: "1", Quick: true}, "d": {Commit: "1", Date: "2026-11-23"},
		"e": {Commit: "1", Date: "2026-11-23"}}}
	f.merge(&figures{Entries: map[string]*entry{"a": {Commit: "2", Quick: true}, "b": {Commit: "2", Quick: true}, "c": {Commit: "2"},
		"d": {Commit: "2", Date: "2026-11-22"}, "e": {Commit: "2", Date: "2026-11-23"}}})
	for id, want := range map[string]string{"a": "1", "b": "2", "c": "2", "d": "1", "e": "2"} {
		if f.Entries[id].Commit != want {
			t.Errorf("%s is of commit %s, want %s", id, f.Entries[id].Commit, want)
		}
	}
}

// What other programs do meanwhile is told: a figure of a busy machine must not look like one of an idle machine.
func TestWatch_SeesOtherPrograms(t *testing.T) {
	busy, whole := processorTime()
	if whole == 0 {
		t.Skip("this system does not say how busy it is")
	}
	if busy <= 0 || busy > whole {
		t.Fatalf("busy %v of %v", busy, whole)
	}
	w := &watch{busy: busy - 600*time.Second, whole: whole - 1000*time.Second}
	if got := w.others(); got < 55 || got > 65 {
		t.Errorf("others had %v %%", got)
	}
	w.ours.Store(int64(590 * time.Second))
	if got := w.others(); got > 5 {
		t.Errorf("others had %v %% beside us", got)
	}
}

// Each block says which of its figures are of a busy machine, also one that tells nothing else of where they come from.
func TestPage_SaysWhatABusyMachineMeasured(t *testing.T) {
	f, peers := load(t)
	for share, want := range map[float64]bool{31: true, busyAt: false} {
		for _, e := range f.Entries {
			e.Others = share
		}
		for _, name := range []string{"results", "tsp-parts", "qap-hard"} {
			p := &page{figures: f, peers: peers.peers, absent: map[string]bool{}}
			text := must.Have(p.block(name))(t)
			text = strings.Join(strings.Fields(text), " ")
			if strings.Contains(text, "**On a busy machine:** other programs used 31 % of the processors during `") != want {
				t.Errorf("%s, with others at %v %%: %s", name, share, text)
			}
		}
	}
}

// A figure is said to be of the GPU that it was measured on.
func TestPage_NamesTheGPU(t *testing.T) {
	f, peers := load(t)
	for _, gpu := range []string{"H200", "H100"} {
		for _, e := range f.Entries {
			e.Machine.GPU = "NVIDIA " + gpu
		}
		p := &page{figures: f, peers: peers.peers, absent: map[string]bool{}}
		if text, err := p.block("results"); err != nil || !strings.Contains(strings.Join(strings.Fields(text), " "), "On one "+gpu+" `auto`") {
			t.Errorf("%s: %s, %v", gpu, text, err)
		}
	}
}

// What stands behind a colon is a statistic, but not where it belongs to the name of an instance.
func TestPage_NamesWithColons(t *testing.T) {
	values := map[string]value{"nqueens:1000 elapsed": {N: 2, Mean: 3, Median: 4, Min: 2, Max: 4}}
	p := &page{figures: &figures{Entries: map[string]*entry{"tsp-kicks": {Values: values}}}, absent: map[string]bool{}}
	for name, want := range map[string]float64{"nqueens:1000 elapsed": 3, "nqueens:1000 elapsed:median": 4, "elapsed": lacking} {
		if got, err := p.number("tsp-kicks", name); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", name, got, err, want)
		}
	}
}

func TestMachineOf(t *testing.T) {
	m, err := machineOf([]byte(`[{"device": "cpu", "model": "Xeon", "workers": 16},
		{"device": "gpu:0", "model": "NVIDIA H200", "gpu": {"memory": 1, "cuda": "13.0"}}]`))
	if err != nil || m.CPU != "Xeon" || m.GPU != "NVIDIA H200" || m.Driver == "" {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = machineOf([]byte(`[{"device": "cpu", "model": "Xeon"}, {"device": "gpu:0", "model": "K80", "gpu": {"cuda": "11.0", "unusable": "too old"}}]`))
	if err != nil || m.GPU != "" {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := machineOf([]byte("{}")); err == nil {
		t.Error("it read an object")
	}
	line := []byte("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build\nGCC version: gcc version 12.3.0")
	if v := version.Find(line); string(v) != "580.159.04" {
		t.Errorf("version %s", v)
	}
}
