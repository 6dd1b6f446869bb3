package model

import (
	"bytes"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Row is a list of numbers. A null in it is NaN, which only a matrix of distances has.
type Row []float64

// Matrix is a list of rows.
type Matrix []Row

// UnmarshalJSONFrom reads numbers without a call for each.
func (r *Row) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	at := string(d.StackPointer())
	if text.Kind() != '[' {
		return wrong(at, "found %s, expected a list of numbers", shown(text))
	}
	list := bytes.TrimSpace(text[1 : len(text)-1])
	*r = make(Row, 0, bytes.Count(list, []byte{','})+1)
	for more := len(list) > 0; more; {
		var word []byte
		word, list, more = bytes.Cut(list, []byte{','})
		v, err := number(bytes.TrimSpace(word))
		if err != nil {
			return wrong(at+"/"+strconv.Itoa(len(*r)), "found %s, expected a number", shown(bytes.TrimSpace(word)))
		}
		*r = append(*r, v)
	}
	return nil
}

// number is that of a word of JSON. Whole numbers of up to 15 digits, which are most, need no general conversion.
func number(word []byte) (float64, error) {
	if string(word) == "null" {
		return math.NaN(), nil
	}
	digits, whole := bytes.TrimPrefix(word, []byte{'-'}), int64(0)
	if len(digits) == 0 || len(digits) > 15 {
		return strconv.ParseFloat(string(word), 64)
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return strconv.ParseFloat(string(word), 64)
		}
		whole = 10*whole + int64(c-'0')
	}
	if len(digits) < len(word) {
		whole = -whole
	}
	return float64(whole), nil
}

// shown is a piece of a document for a message.
func shown(text []byte) string {
	if len(text) > 40 {
		text = append(bytes.Clone(bytes.ToValidUTF8(text[:40], nil)), "..."...)
	}
	return string(text)
}

// numbers refuses null among numbers.
func (r Row) numbers(at string) error {
	for i, v := range r {
		if math.IsNaN(v) {
			return wrong(at+"/"+strconv.Itoa(i), "found null, expected a number")
		}
	}
	return nil
}

// flat is a matrix of that many rows and columns, row by row. It may have null only if that means something.
func (m Matrix) flat(at string, rows, columns int, nulls bool) (Row, error) {
	if len(m) != rows {
		return nil, wrong(at, "found %d rows, expected %d", len(m), rows)
	}
	all := make(Row, 0, rows*columns)
	for i, row := range m {
		at := at + "/" + strconv.Itoa(i)
		if len(row) != columns {
			return nil, wrong(at, "found %d numbers, expected %d, one for each column", len(row), columns)
		}
		if err := row.numbers(at); err != nil && !nulls {
			return nil, err
		}
		all = append(all, row...)
	}
	return all, nil
}

// Name is what a document calls something: a word, or a whole number.
type Name struct {
	text   string
	number bool
}

// UnmarshalJSONFrom reads a word or a whole number.
func (n *Name) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	if *n, err = nameOf(text); err != nil {
		return within(string(d.StackPointer()), err)
	}
	return nil
}

// nameOf is the name of a value.
func nameOf(text jsontext.Value) (Name, error) {
	switch text.Kind() {
	case '0':
		if _, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return Name{string(text), true}, nil
		}
	case '"':
		word, err := jsontext.AppendUnquote(nil, text)
		if err != nil {
			return Name{}, err
		}
		if len(word) > 0 {
			return Name{string(word), false}, nil
		}
	}
	return Name{}, wrong("", "found %s, expected a name: a word, or a whole number", shown(text))
}

// MarshalJSONTo writes the name as it was.
func (n Name) MarshalJSONTo(e *jsontext.Encoder) error {
	if n.number {
		return e.WriteValue(jsontext.Value(n.text))
	}
	return e.WriteToken(jsontext.String(n.text))
}

// Values is what each of some names has, in order: an object, as JSON has it.
type Values []Pair

// Pair is a name, and what it has.
type Pair struct{ Key, Value Name }

// MarshalJSONTo writes an object.
func (v Values) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, p := range v {
		if err := e.WriteToken(jsontext.String(p.Key.text)); err != nil {
			return err
		}
		if err := p.Value.MarshalJSONTo(e); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads an object.
func (v *Values) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		text, err := d.ReadValue()
		if err == nil {
			err = wrong(string(d.StackPointer()), "found %s, expected an object", shown(text))
		}
		return err
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return err
		}
		p := Pair{Key: Name{text: key.String()}}
		if err := json.UnmarshalDecode(d, &p.Value); err != nil {
			return err
		}
		*v = append(*v, p)
	}
	_, err := d.ReadToken()
	return err
}
