package checkpoint_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

const first = "multiwalk checkpoint 2\n"

// What never ends is refused by its first bytes, by the length of its header, or by what its header says.
func TestRead_RefusesWhatNeverEnds(t *testing.T) {
	for _, c := range []struct {
		begin, again string
		want         error
		says         string
	}{
		{"", "\x00", checkpoint.ErrForeign, ""},
		{"", "y\n", checkpoint.ErrForeign, ""},
		{"", "multiwalk checkpoint 2", checkpoint.ErrForeign, ""},
		{first, "y", checkpoint.ErrChanged, "its header has more than 16777216 bytes"},
		{first, "y\n", checkpoint.ErrChanged, "invalid character"},
		{first + "{\"bytes\":9}\n", "\x00", checkpoint.ErrChanged, "more than 76 bytes; its header says that there are no more"},
		{first + fmt.Sprintf("{\"bytes\":%d}\n", math.MaxInt), "y", checkpoint.ErrChanged, ""},
		{first + fmt.Sprintf("{\"bytes\":%d}\n", math.MaxInt>>2), "y", checkpoint.ErrRoom, "resume it on a larger machine"},
	} {
		var err error
		boundedtest.Pipe(t, c.begin, c.again, func(name string) {
			boundedtest.Linear(t, 1<<20, func() { _, err = checkpoint.Read(name) })
		})
		must.Fail(t, c.want, c.says)(err)
	}
}

// A file says how long it is, so one that is too short for its header is refused before anything of its state is read.
func TestRead_OfAFileThatPromisesMore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.state")
	must.Do(t, os.WriteFile(path, []byte(first+fmt.Sprintf("{\"bytes\":%d}\n", math.MaxInt>>2)), 0o600))
	boundedtest.Linear(t, 0, func() {
		must.Fail(t, checkpoint.ErrTorn, path)(checkpoint.Read(path))
	})
	must.Fail(t, "directory")(checkpoint.Read(t.TempDir()))
}

// What comes through a pipe is read as a file is.
func TestRead_OfAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	name := "/dev/fd/" + strconv.Itoa(int(r.Fd()))
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	s := &checkpoint.Saved{Header: checkpoint.Header{Method: "climb"}, State: make([]byte, 1<<20)}
	content := must.Have(s.Encode())(t)
	go func() {
		_, _ = w.Write(content)
		w.Close()
	}()
	if got, err := checkpoint.Read(name); err != nil || got.Method != "climb" || len(got.State) != 1<<20 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestEncode_RefusesAHeaderThatReadWouldNotTake(t *testing.T) {
	s := &checkpoint.Saved{Header: checkpoint.Header{Own: []byte(`"` + strings.Repeat("a", 16<<20) + `"`)}}
	must.Fail(t, "keep less in Own")(s.Encode())
}

// A header with numbers that no run comes to is refused by the name of the field.
func TestRead_RefusesWhatNoRunCounts(t *testing.T) {
	for field, values := range map[string][]string{
		"rounds": {"-1", "1152921504606846977"}, "elapsed_ns": {"-5", "9223372036854775807", "99999999999999999999"}, "loading_ns": {"-1"},
		"lap_ns": {"-1"}, "walks": {"-1", "4611686018427387904"}, "planned": {"-2", "4294967296"}, "machines": {"-1"},
	} {
		for _, value := range values {
			file := filepath.Join(t.TempDir(), "run.state")
			must.Do(t, os.WriteFile(file, []byte(first+`{"`+field+`":`+value+`,"bytes":0}`+"\n"), 0o600))
			if _, err := checkpoint.Read(file); !errors.Is(err, checkpoint.ErrNoRun) || !strings.Contains(err.Error(), "its field "+field+" is ") {
				t.Errorf("%s %s: %v", field, value, err)
			}
		}
	}
}
