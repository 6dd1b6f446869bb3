package counting

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/internal/wholefile/fulldisk"
)

// half does every third task of a plan and saves the state.
func half(t *testing.T, p *plan, path string) (done int) {
	t.Helper()
	l := must.Have(openLedger(p, path))(t)
	count := ways(p)["backtrack"]
	for i := 0; i < len(p.tasks); i += 3 {
		l.add(count(p.task(i))*p.classes[p.task(i).Class].weight, i)
		done++
	}
	must.Do(t, l.save())
	return done
}

func TestCount_GoesOnFromAState(t *testing.T) {
	for _, d := range []multiwalk.Device{nil, device.Emulator()} {
		path := filepath.Join(t.TempDir(), "state")
		done := half(t, newPlan(11), path)
		r, err := Count(t.Context(), 11, Options{Device: d, State: path})
		if err != nil || !r.Complete || r.All != published[11].all || r.Resumed != done || r.Found >= r.All || r.Elapsed < r.Here {
			t.Errorf("%v: %+v, %v", d, r, err)
		}
		again, err := Count(t.Context(), 11, Options{Device: d, State: path})
		if err != nil || again.All != r.All || again.Resumed != r.Tasks || again.Found != 0 || again.Fundamental != r.Fundamental {
			t.Errorf("%v, nothing left to do: %+v, %v", d, again, err)
		}
	}
}

func TestCount_CancelledKeepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, d := range []multiwalk.Device{nil, device.Emulator()} {
		path := filepath.Join(t.TempDir(), "state")
		done := half(t, newPlan(12), path)
		r, err := Count(ctx, 12, Options{Device: d, State: path})
		if err != nil || r.Complete || r.Done != done || r.All == 0 || r.Fundamental != 0 {
			t.Errorf("%v: %+v, %v", d, r, err)
		}
		if r, err := Count(t.Context(), 12, Options{State: path}); err != nil || r.All != published[12].all {
			t.Errorf("%v, gone on: %+v, %v", d, r, err)
		}
	}
}

// A state is saved whole or not at all, on a full disk too, and that is found out before anything is counted.
func TestCount_FullDisk(t *testing.T) {
	if fulldisk.Elsewhere(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "state")
	p := newPlan(12)
	half(t, p, path)
	want := must.Have(os.ReadFile(path))(t)
	l := must.Have(openLedger(p, path))(t)
	lift := fulldisk.After(t, 50)
	l.add(1, 1)
	if err := l.save(); err == nil {
		t.Error("a full disk takes a state")
	}
	if _, err := openLedger(p, path); err == nil {
		t.Error("that the disk is full comes out after the count")
	}
	lift()
	if got, err := os.ReadFile(path); !bytes.Equal(got, want) {
		t.Errorf("the state holds %s, %v", got, err)
	}
	if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestCount_OneProcessAState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	lock := must.Have(wholefile.NewLock(path))(t)
	held := (*wholefile.HeldError)(nil)
	if _, err := Count(t.Context(), 8, Options{State: path}); !errors.As(err, &held) {
		t.Errorf("a state that another process has: %v", err)
	}
	lock.Release()
	if r, err := Count(t.Context(), 8, Options{State: path}); err != nil || r.All != 92 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A count that is broken off anywhere, again and again, has whole tasks alone, so what is missing is what the next run adds.
func TestCount_BrokenOffAnywhere(t *testing.T) {
	for _, a := range []multiwalk.Accelerator{nil, device.Emulators(2)} {
		p, path := newPlan(12), filepath.Join(t.TempDir(), "state")
		for pass := time.Duration(1); ; pass++ {
			l, err := openLedger(p, path)
			if err != nil {
				t.Fatal(err)
			}
			if l.done == len(p.tasks) {
				if l.sum != published[12].all {
					t.Errorf("%v, %d passes: %d solutions, want %d", a, pass, l.sum, published[12].all)
				}
				break
			}
			ctx, cancel := context.WithTimeout(t.Context(), pass*pass*100*time.Microsecond)
			if a == nil {
				p.onCores(ctx, 2, l)
			} else {
				err = p.onDevice(ctx, a, tuning{most: 128, steps: 64, time: time.Millisecond}, l)
			}
			cancel()
			if saveErr := l.save(); err != nil || saveErr != nil {
				t.Fatal(err, saveErr)
			}
		}
	}
}

func TestCount_RefusesAState(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	half(t, newPlan(8), good)
	text := must.Have(os.ReadFile(good))(t)
	const head = `{"format":"multiwalk nqueens count 1","n":9,"tasks":278,`
	for _, bad := range []struct{ text, says string }{
		{"{}", "is no state"}, {"", "is no state"}, {string(text), "for 8 queens"},
		{head + `"done":[[5,3]],"sum":"1","seconds":1}`, "tasks 5 to 3 cannot be done"},
		{head + `"done":[[0,3],[2,4]],"sum":"1","seconds":1}`, "tasks 2 to 4 cannot be done"},
		{head + `"done":[[0,279]],"sum":"1","seconds":1}`, "tasks 0 to 279 cannot be done"},
		{head + `"done":[],"sum":"1","seconds":-1}`, "-1 seconds"},
		{head + `"done":[],"sum":"-1","seconds":1}`, "is no state"},
	} {
		path := filepath.Join(dir, "bad")
		must.Do(t, os.WriteFile(path, []byte(bad.text), 0o644))
		_, err := Count(t.Context(), 9, Options{State: path})
		if err == nil || !strings.Contains(err.Error(), bad.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", bad.text, err)
		}
	}
	if _, err := Count(t.Context(), 8, Options{State: filepath.Join(dir, "none", "state")}); err == nil {
		t.Error("a folder that does not exist is accepted")
	}
}

func FuzzState(f *testing.F) {
	p := newPlan(8)
	f.Add([]byte(`{"format":"multiwalk nqueens count 1","n":8,"tasks":110,"done":[[0,1],[3,70]],"sum":"12","seconds":1.5}`))
	f.Add([]byte(`{"format":"multiwalk nqueens count 1","n":8,"tasks":110,"done":[[-1,1]],"sum":"12","seconds":1e300}`))
	f.Add([]byte(`{"format":"multiwalk nqueens count 1","n":8,"tasks":110,"done":[[0,110]],"sum":"18446744073709551615"}`))
	for _, s := range boundedtest.Seeds(
		`{"format":"multiwalk nqueens count 1","n":#,"tasks":#,"done":[[#,#]],"sum":"#","seconds":#}`,
		`{"format":"multiwalk nqueens count 1","n":8,"tasks":110,"done":[[0,#],[#,70]],"sum":"#","seconds":#}`) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l := &ledger{plan: p, is: make([]bool, len(p.tasks)), began: time.Now()}
		var err error
		boundedtest.Linear(t, len(text), func() { err = l.read(text) })
		if err != nil {
			return
		}
		if n := len(slices.DeleteFunc(slices.Clone(l.is), func(done bool) bool { return !done })); n != l.done || l.before < 0 {
			t.Fatalf("%d tasks done, %d marked, %v before", l.done, n, l.before)
		}
		out := must.Have(json.Marshal(l.state()))(t)
		again := &ledger{plan: p, is: make([]bool, len(p.tasks)), began: time.Now()}
		if err := again.read(bytes.TrimSpace(out)); err != nil || again.sum != l.sum || !slices.Equal(again.is, l.is) {
			t.Fatalf("%v: %s from %s", err, out, text)
		}
	})
}
