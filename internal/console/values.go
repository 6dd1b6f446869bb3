package console

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// One way of reading serves the values of all flags, of --set and of --vary: a number may be negative wherever it stands, a whole number
// may be written as 1e6, and a time without a unit is seconds.

// mappers are how kong reads flags and arguments.
func mappers() []kong.Option {
	registry := kong.NewRegistry().RegisterDefaults()
	options := []kong.Option{kong.TypeMapper(durationType, kong.MapperFunc(readDuration)), kong.KindMapper(reflect.String, kong.MapperFunc(asGiven))}
	registry.RegisterType(durationType, kong.MapperFunc(readDuration)).RegisterKind(reflect.String, kong.MapperFunc(asGiven))
	for k := reflect.Int; k <= reflect.Float64; k++ {
		if k != reflect.Uintptr {
			registry.RegisterKind(k, kong.MapperFunc(readNumber))
			options = append(options, kong.KindMapper(k, kong.MapperFunc(readNumber)))
		}
	}
	lists := registry.ForType(reflect.TypeFor[[]string]()) // kong's own for lists, which reads their elements as is said above
	return append(options, kong.KindMapper(reflect.Slice, kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		switch t := ctx.Scan.Peek(); {
		case ctx.Value.Flag == nil:
		case t.IsEOL():
			return errMissing
		case fmt.Sprint(t.Value) == "":
			return errEmpty
		}
		return lists.Decode(ctx, target)
	})))
}

var durationType = reflect.TypeFor[time.Duration]()

var (
	errEmpty   = errors.New("the value is empty; give it one, or leave it out")
	errMissing = errors.New("there is no value; give one")
)

// pop returns the next word if it is a value. A number is one with a minus too, so that it is no flag.
func pop(ctx *kong.DecodeContext, such string) (string, error) {
	t := ctx.Scan.Pop()
	text := fmt.Sprint(t.Value)
	switch {
	case t.IsEOL():
		return "", fmt.Errorf("there is no value; give %s", such)
	case !t.IsValue() && !negative(text):
		return "", fmt.Errorf("there is no value, and %s is another flag; give %s", text, such)
	}
	return text, nil
}

// negative tells whether a word is a number with a minus, or begins as one.
func negative(text string) bool {
	rest, ok := strings.CutPrefix(text, "-")
	rest = strings.TrimPrefix(rest, ".")
	return ok && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// asGiven reads an argument byte for byte. Kong's own mapper takes it through JSON, which replaces what is no UTF-8, so that
// a file of such a name is not found. A value that is empty, as where a shell's variable is, is refused: it would count as none.
func asGiven(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := pop(ctx, "one")
	if err != nil {
		return err
	}
	if byDefault := ctx.Value.HasDefault && ctx.Value.Default == ""; text == "" && ctx.Value.Flag != nil && !byDefault {
		return errEmpty
	}
	target.SetString(text)
	return nil
}

func readDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := pop(ctx, "a time, such as 10s, 2m or 1h30m")
	if err != nil {
		return err
	}
	d, err := Time(text)
	target.SetInt(int64(d))
	return err
}

func readNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	such := "a whole number, such as 1000 or 1e6"
	if target.CanFloat() {
		such = "a number, such as 0.5 or 1e6"
	}
	text, err := pop(ctx, such)
	if err != nil {
		return err
	}
	return Number(text, target)
}

// Number sets a field of any kind of number from text.
func Number(text string, field reflect.Value) error {
	bits := field.Type().Bits()
	switch {
	case field.CanInt():
		n, err := strconv.ParseInt(Digits(text), 10, bits)
		if err != nil {
			least := -int64(1) << (bits - 1)
			return wrong(text, err, fmt.Sprintf("from %d to %d", least, -(least+1)))
		}
		field.SetInt(n)
	case field.CanUint():
		n, err := strconv.ParseUint(Digits(text), 10, bits)
		if err != nil {
			return wrong(text, err, fmt.Sprintf("from 0 to %d", uint64(math.MaxUint64)>>(64-bits)))
		}
		field.SetUint(n)
	default:
		x, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return fmt.Errorf("%q is no number", text)
		}
		field.SetFloat(x)
	}
	return nil
}

// wrong says what keeps text from being a whole number in a range.
func wrong(text string, err error, within string) error {
	if errors.Is(err, strconv.ErrRange) || strings.HasPrefix(text, "-") && negative(text) {
		return fmt.Errorf("%q is no whole number %s", text, within)
	}
	return fmt.Errorf("%q is no whole number; write digits, as in 1000000 or 1e6", text)
}

// Digits writes a whole number in the form of 1e6 or 2.5e6 as digits, exactly. Any other text it returns as it is.
func Digits(text string) string {
	mantissa, exponent, ok := strings.Cut(strings.ToLower(text), "e")
	whole, part, _ := strings.Cut(mantissa, ".")
	part = strings.TrimRight(part, "0")
	power, err := strconv.ParseUint(strings.TrimPrefix(exponent, "+"), 10, 8)
	digits := strings.TrimLeft(whole, "+-") + part
	if !ok || err != nil || digits == "" || strings.Trim(digits, "0123456789") != "" || int(power) < len(part) {
		return text
	}
	return whole + part + strings.Repeat("0", int(power)-len(part))
}

// Time reads a time with its unit, or seconds without.
func Time(text string) (time.Duration, error) {
	if d, err := time.ParseDuration(text); err == nil {
		return d, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if ns := seconds * 1e9; err == nil && strings.Trim(text, "0123456789.eE+-") == "" && math.Abs(ns) < 1<<63 {
		return time.Duration(math.Round(ns)), nil
	}
	return 0, fmt.Errorf("%q is no time; write seconds, such as 10 or 2.5, or a unit with them, as in 500ms, 2m or 1h30m", text)
}
