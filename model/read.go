package model

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
)

// mostBytes bounds a document.
const mostBytes = 64 << 20

// vocabulary is the documents of someone, by members that theirs alone have.
type vocabulary struct {
	members []string
	empty   func() kind
}

var vocabularies = []vocabulary{
	{members(reflect.TypeFor[Model]())[1:], func() kind { return &Model{} }},
	{[]string{"jobs", "vehicles", "shipments"}, func() kind { return &vroom{} }},
	{[]string{"cost_matrix_data", "fleet_data", "task_data"}, func() kind { return &cuopt{} }},
	{[]string{"variable_domain", "linear_terms", "quadratic_terms"}, func() kind { return &bqpjson{} }},
	{[]string{"bias_type", "linear_biases", "quadratic_biases", "variable_type"}, func() kind { return &dimod{} }},
}

// Read reads a document, or a table of a file .csv or .tsv. It returns nil for a text that is neither. format is the name of the format that its
// problem must have, or "" for any. Errors name the file and the JSON pointer, or the line.
func Read(content []byte, file, format string) (*problem.Document, error) {
	text := bytes.TrimSpace(bounded.Unmark(content))
	var k kind
	var err error
	switch {
	case slices.Contains([]string{".csv", ".tsv"}, bounded.Ending(file)) && (len(text) == 0 || text[0] != '{' && text[0] != '['):
		k, err = table(text, format)
	case len(text) == 0 || text[0] != '{' && text[0] != '[' || bytes.HasPrefix(text, []byte(`{"line":`)): // a record has lines
		return nil, nil
	case len(text) > mostBytes:
		err = fmt.Errorf("found %d bytes, expected %d at most; write a larger instance in its problem's own format", len(text), mostBytes)
	default:
		k, err = document(text, format)
	}
	var m *made
	if err == nil {
		m, err = k.translate("")
	}
	if err == nil && format != "" && format != m.format {
		err = fmt.Errorf("it is a model of problem %s and not of %s; leave --problem out", m.format, format)
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s: %w", file, err)
	}
	d := &problem.Document{Format: m.format, Problem: m.problem, Solutions: m, Notes: m.notes, Units: m.units, Offset: m.offset}
	if named, ok := k.(*Model); ok {
		d.Name = named.Name
	}
	return d, nil
}

// document decodes a document of any vocabulary, or a bare matrix.
func document(text []byte, format string) (kind, error) {
	if text[0] == '[' {
		var m Matrix
		err := decode(text, &m)
		return bare(m, format), err
	}
	var k kind = &Model{}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' { // decoding says what is wrong
		var token jsontext.Token
		if token, err = d.ReadToken(); err != nil {
			break
		}
		member := token.String()
		if at := slices.IndexFunc(vocabularies, func(v vocabulary) bool { return slices.Contains(v.members, member) }); at >= 0 {
			k = vocabularies[at].empty()
			break
		}
		err = d.SkipValue()
	}
	return k, decode(text, k)
}

// noNull refuses null in place of a number, which the decoder takes for 0.
var noNull = json.JoinUnmarshalers(notNull[float64](), notNull[int]())

func notNull[T any]() *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(d *jsontext.Decoder, _ *T) error {
		if d.PeekKind() != 'n' {
			return errors.ErrUnsupported
		}
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		return wrong(string(d.StackPointer()), "found null, expected a number")
	})
}

// decode reads JSON strictly. Its errors say where, what was found, and what to do.
func decode(text []byte, into any) error {
	err := json.Unmarshal(text, into, json.RejectUnknownMembers(true), json.WithUnmarshalers(noNull))
	var ours *fault
	var form *jsontext.SyntacticError
	var sense *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ours):
		return ours
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &form):
		return wrong(string(form.JSONPointer), "found the member a second time; leave one of them out")
	case errors.As(err, &form):
		return syntax(text, form)
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &sense):
		return wrong(string(sense.JSONPointer), "%s", hint(sense.JSONPointer.LastToken(), sense.GoType))
	case errors.As(err, &sense):
		return wrong(string(sense.JSONPointer), "found %s, expected %s", found(sense), expected(sense.GoType))
	}
	return err
}

// syntax is the error about what is no JSON. Python writes NaN, which is none.
func syntax(text []byte, err *jsontext.SyntacticError) error {
	before := text[:min(int(err.ByteOffset), len(text))]
	line := 1 + bytes.Count(before, []byte{'\n'})
	column := len(before) - bytes.LastIndexByte(before, '\n')
	rest, remedy := text[len(before):], "correct the JSON"
	for _, word := range []string{"NaN", "Infinity"} {
		if bytes.HasPrefix(rest, []byte(word)) {
			remedy = word + " is no JSON: write a number, or in a matrix null where there is no way"
		}
	}
	return wrong(string(err.JSONPointer), "line %d, column %d: %v; %s", line, column, err.Err, remedy)
}

// found is the value that a type cannot have.
func found(err *json.SemanticError) string {
	if err.JSONValue != nil {
		return shown(err.JSONValue)
	}
	return cmp.Or(map[jsontext.Kind]string{'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "a list"}[err.JSONKind], "another length")
}

// expected is what a type has in JSON.
func expected(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "another value"
	case t.Kind() == reflect.String:
		return "a string"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int:
		return "a whole number"
	case t.Kind() == reflect.Float64:
		return "a number, of up to 1.8e308"
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("a list of %d", t.Len())
	case t.Kind() == reflect.Slice:
		return "a list"
	}
	return "an object"
}
