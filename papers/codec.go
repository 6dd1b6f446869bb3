package papers

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A result is a line of a journal: each field with a tag such as `journal:"elapsed_s"` can be a column. A journal has those that its
// laboratory asks for, in a list such as "kind number elapsed_s"; "trial=number" calls one by another name. An empty list stands for
// all in the order of the fields, those of embedded structs in their place. Times are seconds to the nanosecond.

var durations = reflect.TypeFor[time.Duration]()

// column is a field of a result.
type column struct {
	name string
	path []int
}

// columnsOf lists the columns of results.
func columnsOf[R any](asked string) (list []column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if tag, ok := f.Tag.Lookup("journal"); ok {
			list = append(list, column{tag, f.Index})
		}
	}
	if asked == "" {
		return list
	}
	var some []column
	for _, name := range strings.Fields(asked) {
		name, tag, renamed := strings.Cut(name, "=")
		if !renamed {
			tag = name
		}
		at := slices.IndexFunc(list, func(c column) bool { return c.name == tag })
		some = append(some, column{name, list[at].path})
	}
	return some
}

// names are those of columns.
func names(columns []column) (list []string) {
	for _, c := range columns {
		list = append(list, c.name)
	}
	return list
}

// fields writes a result.
func fields[R any](columns []column, r R) (list []string) {
	v := reflect.ValueOf(r)
	for _, c := range columns {
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

// only is a result with nothing but its columns.
func only[R any](columns []column, r R) (kept R) {
	from, to := reflect.ValueOf(r), reflect.ValueOf(&kept).Elem()
	for _, c := range columns {
		to.FieldByIndex(c.path).Set(from.FieldByIndex(c.path))
	}
	return kept
}

// parse reads a result. Numbers with a point and times are not below 0. A result with a method Valid may refuse to be what
// it is.
func parse[R any](columns []column, line []string) (r R, err error) {
	v := reflect.ValueOf(&r).Elem()
	var errs []error
	for i, c := range columns {
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
