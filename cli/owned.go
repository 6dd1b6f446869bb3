package cli

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/record"
)

// A checkpoint names the files that its run is to leave behind, and it may come from anybody. So resume replaces such a file only where
// the user names it, or it is as this run knew it: what was there when the user named it, or what the run wrote there since.

// output is a file that the run leaves behind.
type output struct {
	what, path string
	write      func() error
}

// namedFile is a flag that names an output, and its value, which may be no UTF-8.
type namedFile struct {
	flag string
	path *string
}

// asked says whether there is to be a file.
func (f namedFile) asked() bool { return *f.path != "" && *f.path != toStdout }

// files are the outputs that are written at the end of the run.
func (f *outputFlags) files() []namedFile {
	return []namedFile{{"--out", &f.Out}, {"--record", &f.Record}, {"--plot", &f.Plot}}
}

// noPlainFile is the print of what can be known by no content, such as a pipe.
const noPlainFile = "no plain file"

// printOf knows a file again by its content. It is empty where there is no file.
func printOf(path string) string {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil || !info.Mode().IsRegular():
		return noPlainFile
	}
	f, err := os.Open(path)
	if err != nil {
		return noPlainFile
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return noPlainFile
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// prints are those of the files that the run is to write.
func (f *outputFlags) prints() map[string]string {
	list := map[string]string{}
	for _, o := range f.files() {
		if o.asked() {
			list[o.flag] = printOf(*o.path)
		}
	}
	return list
}

// checkOwned refuses outputs that resume was not told of, if their files are not as the run of the checkpoint knew them.
func (r *resumeCmd) checkOwned(s *solveCmd, was *kept) error {
	told := r.files()
	for i, o := range s.files() {
		if !o.asked() || *told[i].path != "" {
			continue
		}
		is := printOf(*o.path)
		known, ok := was.Prints[o.flag]
		if is == "" || ok && is == known && is != noPlainFile || o.flag == "--record" && is != noPlainFile && ofRun(*o.path, was.Header) {
			continue
		}
		file := filename.Shown(*o.path)
		return fmt.Errorf("%s: the checkpoint would have %s replaced, and does not show that its run wrote what is there; "+
			"give %s %s to replace it, or name another file", filename.Shown(r.File), file, o.flag, file)
	}
	return nil
}

// ofRun says whether a file holds the record of one run and nothing else, and that is the run with the header. A run that was killed has
// left its lines there.
func ofRun(path string, h record.Header) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	runs, err := record.Read(f, path)
	if err != nil || len(runs) != 1 {
		return false
	}
	is := runs[0].Header
	return is.Hash == h.Hash && is.Problem == h.Problem && is.Seed == h.Seed && is.N == h.N && is.Method.Name == h.Method.Name &&
		string(is.Method.Settings) == string(h.Method.Settings)
}

// own is what the checkpoint of this run holds beside the run's state.
func (j *job) own() (json.RawMessage, error) {
	flags := *j.cmd
	for _, o := range flags.files() {
		*o.path = filename.Text(*o.path)
	}
	return json.Marshal(kept{flags, j.header, j.prints})
}

// sign notes in the checkpoint what the run has written, so that resume knows these files again.
func (j *job) sign() error {
	now := j.cmd.prints()
	if maps.Equal(now, j.prints) {
		return nil
	}
	j.prints = now
	saved, err := checkpoint.Read(j.cmd.Checkpoint)
	if err != nil {
		return err
	}
	if saved.Own, err = j.own(); err != nil {
		return err
	}
	content, err := saved.Encode()
	if err != nil {
		return err
	}
	return wholefile.Write(j.cmd.Checkpoint, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// hasCheckpoint says whether the file of the checkpoint holds one of this run: it may have been over before there was anything to keep.
func (j *job) hasCheckpoint() bool {
	now, err := os.Stat(j.cmd.Checkpoint)
	if err != nil || now.Mode().IsRegular() && now.Size() == 0 {
		return false
	}
	was := j.replaced
	return was == nil || !os.SameFile(was, now) || was.Size() != now.Size() || !was.ModTime().Equal(now.ModTime())
}
