package gpu

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/plain"
)

// settled is the argument of a kernel that it is compiled for. A kernel that serves many rules, moves and spaces takes the driver a
// second to compile; with numbers in the places of the parameters that choose among these, a half of that or less, since the
// compiler leaves out what cannot be reached.
type settled struct {
	param int    // which one, after the Thread
	inPTX int    // likewise among the parameters in PTX
	image []byte // the argument
	known []bool // of each byte: it is the same in all launches
}

// settledBy finds the parameter of the plan's type. It returns nil if there is none, or nothing in it is settled.
func settledBy(params []reflect.Type, plan any) *settled {
	t := reflect.TypeOf(plan)
	if t == nil || t.Kind() != reflect.Struct || !plain.Type(t) {
		return nil
	}
	s := &settled{image: bytesOf(plan), known: make([]bool, t.Size())}
	if !markSettled(t, s.known) {
		return nil
	}
	for i, p := range params {
		if p == t {
			s.param = i
			return s
		}
		s.inPTX += passed(p)
	}
	return nil
}

// settledTag marks the fields of a plan that are the same in all launches.
const settledTag = "settled"

// markSettled marks the bytes of fields with the tag, also of those within fields without it. It returns false if there are none.
func markSettled(t reflect.Type, known []bool) (some bool) {
	for f := range t.Fields() {
		part := known[f.Offset : f.Offset+f.Type.Size()]
		switch {
		case f.Tag.Get("launch") == settledTag:
			for i := range part {
				part[i] = true
			}
			some = true
		case f.Type.Kind() == reflect.Struct:
			some = markSettled(f.Type, part) || some
		}
	}
	return some
}

// passed is how many parameters in PTX a parameter in Go becomes, as kernelgen flattens them: a slice is an address and a length, a struct
// with slices or a pointer to one its fields, all else is itself.
func passed(t reflect.Type) (count int) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Slice:
		return 2
	case t.Kind() == reflect.Struct && !plain.Type(t):
		for f := range t.Fields() {
			count += passed(f.Type)
		}
		return count
	}
	return 1
}

// bytesOf is the memory of a struct of numbers.
func bytesOf(v any) []byte {
	t := reflect.TypeOf(v)
	box := reflect.New(t)
	box.Elem().Set(reflect.ValueOf(v))
	return unsafe.Slice((*byte)(box.UnsafePointer()), t.Size())
}

// key tells what is settled from all else; "" if nothing is.
func (s *settled) key() string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	for i, is := range s.known {
		if is {
			fmt.Fprintf(&b, " %d:%d", i, s.image[i])
		}
	}
	return b.String()
}

// check refuses a launch whose argument is not what the kernel was compiled for.
func (s *settled) check(args []any) error {
	if s == nil {
		return nil
	}
	given := bytesOf(args[s.param])
	for i, is := range s.known {
		if is && given[i] != s.image[i] {
			return fmt.Errorf("argument %d, a %T, differs at byte %d from what was settled when the kernel was loaded", s.param, args[s.param], i)
		}
	}
	return nil
}

// load is an instruction of PTX that loads numbers from a parameter: a vector or none, the type, the registers, the parameter and the
// place in it.
var load = regexp.MustCompile(`^\s*ld\.param\.(?:v[24]\.)?([bus])(8|16|32|64)\s+(\{[^}]*\}|%\w+), \[(\w+)(?:\+(\d+))?\];\s*$`)

// write puts numbers into the places of what is settled. ptx has the kernel alone.
func (s *settled) write(ptx []byte, symbol string) ([]byte, error) {
	if s == nil {
		return ptx, nil
	}
	name := fmt.Sprintf("%s_param_%d", symbol, s.inPTX)
	if declared := fmt.Sprintf(" %s[%d]", name, len(s.image)); !bytes.Contains(ptx, []byte(declared)) {
		return nil, fmt.Errorf("multiwalk: kernel %s was made by another version, for another plan; make it anew by multiwalk kernel gen", symbol)
	}
	var out []byte
	for line := range bytes.Lines(ptx) {
		if bytes.Contains(line, []byte("ld.param.")) {
			if m := load.FindSubmatch(line); m != nil && string(m[4]) == name {
				line = s.constants(line, m)
			}
		}
		out = append(out, line...)
	}
	return out, nil
}

// constants is the line of a load m, with a number for each register that is settled.
func (s *settled) constants(line []byte, m [][]byte) (out []byte) {
	some := false
	bits, _ := strconv.Atoi(string(m[2]))
	at, _ := strconv.Atoi(string(m[5]))
	for _, register := range strings.Split(strings.Trim(string(m[3]), "{} "), ",") {
		register = strings.TrimSpace(register)
		if v, ok := s.number(at, bits/8, string(m[1]) == "s"); ok {
			some = true
			out = fmt.Appendf(out, "\tmov.b%d \t%s, %d;\n", registerBits(register, bits), register, v)
		} else {
			out = fmt.Appendf(out, "\tld.param.%s%d \t%s, [%s+%d];\n", m[1], bits, register, m[4], at)
		}
		at += bits / 8
	}
	if !some {
		return line
	}
	return out
}

// registerBits is how many bits a register has: no register has 8, and a load may go to a wider one.
func registerBits(register string, bits int) int {
	switch {
	case strings.HasPrefix(register, "%rs"):
		return 16
	case strings.HasPrefix(register, "%rd"):
		return 64
	case strings.HasPrefix(register, "%r"):
		return 32
	}
	return bits
}

// number is what some bytes of the argument are, if all are settled.
func (s *settled) number(at, size int, signed bool) (v int64, ok bool) {
	if at+size > len(s.known) {
		return 0, false
	}
	for i := size - 1; i >= 0; i-- {
		if !s.known[at+i] {
			return 0, false
		}
		v = v<<8 | int64(s.image[at+i])
	}
	if shift := 64 - 8*size; signed {
		v = v << shift >> shift
	}
	return v, true
}
