package checkpoint

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/plain"
)

// Saver is a walk, or a search that keeps something between rounds, whose state can be saved and resumed. One method does
// both, so that the two cannot disagree:
//
//	func (w *myWalk) Save(a *checkpoint.Archive) {
//		a.Fields("mywalk", &w.x, &w.cost, &w.best, &w.least, &w.work, w.random)
//		if a.Reading() {
//			w.state.Reset(w.x) // what follows from the rest is not saved
//		}
//	}
//
// A walk is saved between two rounds. It is resumed by a new walk of the same number, prepared by the same method for the
// same problem, whose Save then reads what the old walk's Save wrote. A resumed walk must do what the old one would have
// done, to the last bit; the kit of package conformance checks that.
type Saver interface {
	Save(a *Archive)
}

// ErrNoSaver is wrapped by the error of a run that is to be kept and has walks that are no Savers.
var ErrNoSaver = errors.New("is no checkpoint.Saver; give it a method Save(*checkpoint.Archive), or run it without a checkpoint")

// Archive is written by all that is saved, one after the other, and read in the same order. After the first error nothing
// more is written or read.
type Archive struct {
	data    []byte // what is written so far, or what is yet to be read
	reading bool
	err     error
	section string // whose fields these are, and the number of the field, for messages
	field   int
}

// Writer returns an archive to be written. room is the number of bytes it takes before it must grow.
func Writer(room int) *Archive { return &Archive{data: make([]byte, 0, room)} }

// Reader returns an archive that reads what another one has written.
func Reader(data []byte) *Archive { return &Archive{data: data, reading: true} }

// Reading reports whether Fields reads. Else it writes.
func (a *Archive) Reading() bool { return a.reading }

// Bytes returns what was written, or what is yet to be read.
func (a *Archive) Bytes() []byte { return a.data }

// Err returns the first error.
func (a *Archive) Err() error { return a.err }

// Fail notes an error, which is nil or a reason why the state cannot be saved or resumed.
func (a *Archive) Fail(err error) {
	if a.err == nil && err != nil {
		a.err = err
	}
}

// Fields saves the fields of something that goes by a name. A field is a pointer to a number, a bool, an array or a struct
// of them, a pointer to a slice of such values, or a Saver. A slice is read into the memory that it has if the length is the
// same, so that others who look there see it too. A nil slice comes back as one.
func (a *Archive) Fields(name string, fields ...any) {
	a.section, a.field = name, 0
	a.head(name, len(fields))
	for i, f := range fields {
		if a.err != nil {
			return
		}
		if s, ok := f.(Saver); ok {
			s.Save(a)
		} else {
			a.section, a.field = name, i+1
			a.plain(reflect.ValueOf(f))
		}
	}
}

// head keeps the name and the number of the fields, by which a reader finds out that something else was written there.
func (a *Archive) head(name string, fields int) {
	if !a.reading {
		a.number(uint64(len(name))<<32 | uint64(fields))
		a.data = append(a.data, name...)
		return
	}
	h := a.number(0)
	there := string(a.take(h >> 32))
	if a.err == nil && (there != name || h&(1<<32-1) != uint64(fields)) {
		a.err = fmt.Errorf("it has %d fields of %q where this program's method has %d of %q: resume it with the program "+
			"and the settings that it was written with", h&(1<<32-1), there, fields, name)
	}
}

// plain saves what p points to: a value, or a slice behind its length plus one, which is 0 for a nil slice.
func (a *Archive) plain(p reflect.Value) {
	if p.Kind() != reflect.Pointer || p.IsNil() {
		panic(fmt.Sprintf("checkpoint: field %d of %s is a %v; give a pointer to it, or a Saver", a.field, a.section, p.Type()))
	}
	v := p.Elem()
	if v.Kind() == reflect.Slice {
		a.slice(v)
		return
	}
	a.size(v.Type())
	a.bytes(p.UnsafePointer(), uint64(v.Type().Size()))
	if a.reading && v.Kind() == reflect.Bool {
		v.SetBool(*(*uint8)(p.UnsafePointer()) != 0)
	}
}

func (a *Archive) slice(v reflect.Value) {
	size := a.size(v.Type().Elem())
	n, head := uint64(v.Len()), uint64(0)
	if !v.IsNil() {
		head = n + 1
	}
	if head = a.number(head); a.reading {
		switch n = head - 1; {
		case a.err != nil:
			return
		case head == 0:
			v.SetZero()
			return
		case n > uint64(len(a.data))/size:
			a.err = errCut
			return
		case v.IsNil() || n != uint64(v.Len()):
			v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		}
	}
	if n > 0 {
		a.bytes(v.UnsafePointer(), n*size)
	}
}

// size keeps the size of a value, by which a reader finds out that another type was written.
func (a *Archive) size(t reflect.Type) uint64 {
	if !plain.Type(t) || t.Size() == 0 {
		panic(fmt.Sprintf("checkpoint: field %d of %s is of %v; save numbers, bools, structs of them, or a Saver", a.field, a.section, t))
	}
	size := uint64(t.Size())
	if there := a.number(size); a.err == nil && there != size {
		a.err = fmt.Errorf("field %d of %s has values of %d bytes there and of %d here: resume it with the program that wrote it",
			a.field, a.section, there, size)
	}
	return size
}

// number writes v and returns it, or returns what is there.
func (a *Archive) number(v uint64) uint64 {
	if !a.reading {
		a.data = binary.LittleEndian.AppendUint64(a.data, v)
		return v
	}
	if b := a.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// bytes copies n bytes from or to memory, in the order of the processor. The header of a file says which order that is.
func (a *Archive) bytes(p unsafe.Pointer, n uint64) {
	memory := unsafe.Slice((*byte)(p), n)
	if a.reading {
		copy(memory, a.take(n))
	} else if a.err == nil {
		a.data = append(a.data, memory...)
	}
}

// take returns the next bytes, or nil where there are not as many.
func (a *Archive) take(n uint64) []byte {
	if a.err == nil && n > uint64(len(a.data)) {
		a.err = errCut
	}
	if a.err != nil {
		return nil
	}
	b := a.data[:n]
	a.data = a.data[n:]
	return b
}

// errCut is met where a state ends too early, though its checksum holds.
var errCut = errors.New("its state ends before the method has all of it: resume it with the program that wrote it")
