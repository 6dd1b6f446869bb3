package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Read reads all runs of a record; file is its name, for messages, which read "file:line: what is wrong". A last line
// without its line end that does not parse is what a killed run leaves behind: it is dropped, and the run is marked.
func Read(r io.Reader, file string) ([]Run, error) {
	p := parser{file: file}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		text, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("multiwalk: %s: %w", file, err)
		}
		last := err != nil
		p.line++
		if len(bytes.TrimSpace(text)) > 0 {
			if err := p.add(text); err != nil {
				if !last || len(p.runs) == 0 {
					return nil, fmt.Errorf("multiwalk: %s:%d: %w", file, p.line, err)
				}
				p.runs[len(p.runs)-1].Truncated = true
			}
		}
		if last {
			break
		}
	}
	if len(p.runs) == 0 {
		return nil, fmt.Errorf("multiwalk: %s: no run in it; multiwalk solve --record writes one", file)
	}
	return p.runs, nil
}

type parser struct {
	file string
	line int
	runs []Run
}

func (p *parser) add(text []byte) error {
	var k kind
	if err := parse(text, &k); err != nil {
		return err
	}
	if k.Line == lineRun {
		return p.begin(text)
	}
	if len(p.runs) == 0 {
		return fmt.Errorf("%q line before the first run line; is it a record?", k.Line)
	}
	r := &p.runs[len(p.runs)-1]
	if r.End != nil {
		return fmt.Errorf("%q line after the end of its run; the next line must be a run line", k.Line)
	}
	switch k.Line {
	case lineIncumbent:
		var v Incumbent
		err := parse(text, &v)
		if err == nil {
			r.History = append(r.History, v)
		}
		return err
	case lineLive:
		return parseInto(text, &r.Last)
	case lineEnd:
		err := parseInto(text, &r.End)
		if err == nil {
			r.Last = nil
		}
		return err
	}
	return fmt.Errorf("unknown line %q; known are run, incumbent, live and end", k.Line)
}

// begin starts a run with its header.
func (p *parser) begin(text []byte) error {
	r := Run{At: fmt.Sprintf("%s:%d", p.file, p.line)}
	if err := parse(text, &r.Header); err != nil {
		return err
	}
	switch {
	case r.Format < 1:
		return fmt.Errorf("run line without a format version")
	case r.Format > Format:
		return fmt.Errorf("format %d is newer than this program knows (%d); use a newer multiwalk", r.Format, Format)
	case r.N < 1:
		return fmt.Errorf("run line with n %d; it must be above 0", r.N)
	}
	p.runs = append(p.runs, r)
	return nil
}

func parseInto[T any](text []byte, at **T) error {
	v := new(T)
	if err := parse(text, v); err != nil {
		return err
	}
	*at = v
	return nil
}

// parse reads one line. Fields that it does not know are those of a later program, and harmless.
func parse(text []byte, v any) error {
	err := json.Unmarshal(text, v)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return fmt.Errorf("not JSON at byte %d: %w", syntax.Offset, err)
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("field %q: %s does not fit %s", wrong.Field, wrong.Value, wrong.Type)
	}
	return err
}
