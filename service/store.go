package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// The files of a job, in a folder of its name.
const (
	jobFile        = "job.json"    // what there is to say of it; without this file there is no job
	instanceFile   = "instance"    // as it was posted
	recordFile     = "run.jsonl"   // of the run
	checkpointFile = "run.ckpt"    // from which it goes on
	answerFile     = "answer.json" // once it is done
	courseFile     = "course.jsonl"
)

// store is a folder of jobs.
type store struct {
	folder string
	temp   *wholefile.Folder // goes when the service does; nil: what is kept stays
	lock   *wholefile.Lock
}

// openStore takes the right to a folder: two services on one would solve each job twice.
func openStore(folder string) (*store, error) {
	if folder == "" {
		temp, err := wholefile.NewFolder("multiwalk-service-")
		if err != nil {
			return nil, err
		}
		return &store{folder: filepath.Join(temp.Path, "jobs"), temp: temp}, os.Mkdir(filepath.Join(temp.Path, "jobs"), 0o700)
	}
	s := &store{folder: filepath.Join(folder, "jobs")}
	err := os.MkdirAll(s.folder, 0o700)
	if err == nil {
		s.lock, err = wholefile.NewLock(filepath.Join(s.folder, "service"))
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: service: the store: %w", err)
	}
	return s, nil
}

func (s *store) close() {
	if s.lock != nil {
		s.lock.Release()
	}
	s.temp.Close()
}

func (s *store) file(j *job, name string) string { return filepath.Join(s.folder, j.ID, name) }

// add keeps a new job: its instance first.
func (s *store) add(j *job, content []byte) error {
	if err := os.Mkdir(filepath.Join(s.folder, j.ID), 0o700); err != nil {
		return err
	}
	err := write(s.file(j, instanceFile), content)
	if err == nil {
		err = s.keep(j)
	}
	if err != nil {
		s.remove(j)
	}
	return err
}

// keep writes what there is to say of a job.
func (s *store) keep(j *job) error {
	text, err := json.Marshal(j.Job)
	if err != nil {
		return err
	}
	return write(s.file(j, jobFile), text)
}

// finish keeps the answer of a job, and then its end.
func (s *store) finish(j *job, answer json.RawMessage) error {
	if answer != nil {
		if err := write(s.file(j, answerFile), answer); err != nil {
			return err
		}
	}
	if err := s.keep(j); err != nil {
		return err
	}
	if err := os.Remove(s.file(j, checkpointFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// keepCourse keeps how a run went, for those who look at it later. Nothing else needs it, so that it may be lacking.
func (s *store) keepCourse(j *job, text []byte) {
	if len(text) > 0 {
		_ = write(s.file(j, courseFile), text)
	}
}

func (s *store) course(j *job) []byte {
	text, _ := os.ReadFile(s.file(j, courseFile))
	return text
}

// answer is that of a job which is done; nil if there is none.
func (s *store) answer(j *job) json.RawMessage {
	text, err := os.ReadFile(s.file(j, answerFile))
	if err != nil || !json.Valid(text) {
		return nil
	}
	return bytes.TrimSpace(text)
}

func (s *store) instance(j *job) ([]byte, error) { return os.ReadFile(s.file(j, instanceFile)) }

func (s *store) remove(j *job) { _ = os.RemoveAll(filepath.Join(s.folder, j.ID)) }

// name is what a job may be called: nothing else in the folder is read or removed.
var name = regexp.MustCompile(`^[a-z2-7]{26}$`)

// load reads all jobs. What cannot be read is told, and left as it is; what was posted and not answered is removed.
func (s *store) load(tell func(string)) ([]*job, error) {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return nil, err
	}
	var list []*job
	for _, e := range entries {
		if !e.IsDir() || !name.MatchString(e.Name()) {
			continue
		}
		j := &job{Job: Job{ID: e.Name()}}
		text, err := os.ReadFile(s.file(j, jobFile))
		if errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(s.file(j, instanceFile))
			_ = os.Remove(filepath.Join(s.folder, j.ID)) // unless there is something else in it
			continue
		}
		if err == nil {
			err = json.Unmarshal(text, &j.Job)
		}
		if err == nil && j.ID != e.Name() {
			err = fmt.Errorf("it calls itself %q", j.ID)
		}
		if err == nil && j.State.over() && j.Ended == nil {
			err = errors.New("it has ended at no time")
		}
		if err != nil {
			tell(fmt.Sprintf("the job in %s is left out: %v", filepath.Join(s.folder, e.Name()), err))
			continue
		}
		list = append(list, j)
	}
	return list, nil
}

func write(file string, content []byte) error {
	return wholefile.Write(file, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
