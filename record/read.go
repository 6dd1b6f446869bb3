package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// The bounds of a record. One that never ends is refused before it has taken all memory.
const (
	mostBytes = 2 << 30 // of all runs
	mostLine  = 1 << 30 // bytes of a line: a solution of some 95 million elements
	mostRuns  = 1 << 20
	// A line of a run of length n has at most lineRoom + n*elementRoom bytes.
	lineRoom    = 1 << 20
	elementRoom = 16
)

// Read reads all runs of a record. file is its name in errors, which begin with "file:line:". A run that is killed may
// leave a last line without a line end that does not parse: Read drops it, and marks the run.
//
// A record may be packed by gzip. It has at most 2 GiB and 1,048,576 runs. A line of a run of length n has at most 1 MiB + 16*n bytes, and at
// most 1 GiB.
func Read(r io.Reader, file string) ([]Run, error) { return read(r, file, mostRuns) }

func read(r io.Reader, file string, most int) ([]Run, error) {
	limit := bounded.Limit{Most: mostBytes, Remedy: "read the runs in parts, if it is a record", Zeros: true}
	p := parser{file: file, most: most, in: bufio.NewReaderSize(limit.Reader(bounded.Unpacked(r)), 1<<16)}
	for {
		text, err := p.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		last := err != nil
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
	in   *bufio.Reader
	line int
	runs []Run
	most int    // runs
	long []byte // holds a line that is longer than in's buffer
}

// next returns the next line, which is valid until the next call. The last line, if it has no line end, comes with
// io.EOF. A line that does not begin as lines of a record do is refused before its end is looked for.
func (p *parser) next() ([]byte, error) {
	p.line++
	p.long = p.long[:0]
	for {
		part, err := p.in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, fmt.Errorf("multiwalk: %s:%d: %w", p.file, p.line, err)
			}
			if len(p.long) > 0 {
				part = append(p.long, part...)
			}
			return part, err
		}
		p.long = append(p.long, part...)
		if start := bytes.TrimLeft(p.long[:min(len(p.long), 1<<16)], " \t\r\x00"); len(start) > 0 && start[0] != '{' {
			return nil, fmt.Errorf("multiwalk: %s:%d: it begins with %.20q, and no line of a record does; "+
				"multiwalk solve --record writes one", p.file, p.line, p.long[:20])
		}
		if most := p.longest(); len(p.long) > most {
			return nil, fmt.Errorf("multiwalk: %s:%d: a line of more than %d bytes, which no run of its length has; "+
				"check that this is a record", p.file, p.line, most)
		}
	}
}

// lengthField finds the length of a solution in a run line. The field stands before any that may be long.
var lengthField = regexp.MustCompile(`"n":(\d{1,10})\b`)

// longest returns how many bytes the line may have that begins with long.
func (p *parser) longest() int {
	n := 0
	if len(p.runs) > 0 {
		n = p.runs[len(p.runs)-1].N
	}
	if bytes.HasPrefix(p.long, []byte(`{"line":"run"`)) {
		n = 0
		if found := lengthField.FindSubmatch(p.long[:1<<16]); found != nil {
			n, _ = strconv.Atoi(string(found[1]))
		}
	}
	return min(mostLine, lineRoom+elementRoom*min(n, mostLine))
}

func (p *parser) add(text []byte) error {
	var k kind
	err := parse(text, &k)
	switch {
	case err == nil && k.Line == lineRun:
		return p.begin(text)
	case err != nil && len(p.runs) == 0:
		return fmt.Errorf("%w; is it a record, as solve --record writes one?", err)
	case err != nil:
		return err
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
	case lineProgress:
		return parse(text, new(Progress))
	case lineLive:
		return parseInto(text, &r.Last)
	case lineEnd:
		err := parseInto(text, &r.End)
		if err == nil {
			r.Last = nil
		}
		return err
	}
	return fmt.Errorf("unknown line %q; known are run, incumbent, progress, live and end", k.Line)
}

// begin starts a run with its header.
func (p *parser) begin(text []byte) error {
	if len(p.runs) == p.most {
		return fmt.Errorf("more than %d runs; read them in parts", p.most)
	}
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
