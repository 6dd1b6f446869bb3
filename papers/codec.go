package papers

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A result is a line of a journal: each field with a tag such as `journal:"elapsed_s"` is the column of that name. Columns
// stand in the order of the fields, those of embedded structs in their place; a tag such as `journal:"n,3"` puts one at
// place 3, from 0. Times are seconds to the nanosecond.

var durations = reflect.TypeFor[time.Duration]()

// column is a field of a result.
type column struct {
	name string
	path []int
}

// columnsOf lists the columns of a type of results.
func columnsOf(t reflect.Type) []column {
	var list []column
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("journal")
		if !ok {
			continue
		}
		name, place, moved := strings.Cut(tag, ",")
		at := len(list)
		if moved {
			at, _ = strconv.Atoi(place)
		}
		list = append(list[:at:at], append([]column{{name, f.Index}}, list[at:]...)...)
	}
	return list
}

// columns returns the names of the columns.
func columns[R any]() []string {
	var names []string
	for _, c := range columnsOf(reflect.TypeFor[R]()) {
		names = append(names, c.name)
	}
	return names
}

// fields writes a result.
func fields[R any](r R) []string {
	var list []string
	v := reflect.ValueOf(r)
	for _, c := range columnsOf(v.Type()) {
		switch f := v.FieldByIndex(c.path); {
		case f.Type() == durations:
			list = append(list, strconv.FormatFloat(time.Duration(f.Int()).Seconds(), 'f', 9, 64))
		case f.CanFloat():
			list = append(list, strconv.FormatFloat(f.Float(), 'g', -1, 64))
		default:
			list = append(list, fmt.Sprint(f.Interface()))
		}
	}
	return list
}

// parse reads a result. Numbers with a point and times are not below 0. A result with a method Valid may refuse to be what
// it is.
func parse[R any](line []string) (r R, err error) {
	v := reflect.ValueOf(&r).Elem()
	var errs []error
	for i, c := range columnsOf(v.Type()) {
		errs = append(errs, set(v.FieldByIndex(c.path), line[i]))
	}
	if v, ok := any(r).(interface{ Valid() error }); ok {
		errs = append(errs, v.Valid())
	}
	return r, errors.Join(errs...)
}

func set(f reflect.Value, text string) (err error) {
	var number float64
	switch {
	case f.Type() == durations:
		var d time.Duration
		d, err = time.ParseDuration(text + "s")
		f.SetInt(int64(d))
		number = d.Seconds()
	case f.CanFloat():
		number, err = strconv.ParseFloat(text, 64)
		f.SetFloat(number)
	case f.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, f.Type().Bits())
		f.SetInt(n)
	case f.Kind() == reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		f.SetBool(b)
	default:
		f.SetString(text)
	}
	if err == nil && !(number >= 0 && number <= math.MaxFloat64) {
		err = fmt.Errorf("%s cannot be", text)
	}
	return err
}
