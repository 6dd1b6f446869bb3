package model

import (
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// MakeSchema makes the schema of Model. Types that read themselves have theirs here.
func MakeSchema() (*jsonschema.Schema, error) {
	name := &jsonschema.Schema{Types: []string{"string", "integer"}}
	list := func(items *jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: items}
	}
	number := &jsonschema.Schema{Type: "number"}
	three := 3
	s, err := jsonschema.For[Model](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Name]():   name,
		reflect.TypeFor[Row]():    list(number),
		reflect.TypeFor[Matrix](): list(list(&jsonschema.Schema{Types: []string{"number", "null"}})),
		reflect.TypeFor[Terms](): list(&jsonschema.Schema{Type: "array", PrefixItems: []*jsonschema.Schema{name, name, number},
			MinItems: &three, MaxItems: &three}),
	}})
	if err == nil {
		notNulls(s)
		s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", "A model of multiwalk"
	}
	return s, err
}

// notNulls has members that are numbers and may be lacking not be null.
func notNulls(s *jsonschema.Schema) {
	if slices.Equal(s.Types, []string{"null", "number"}) {
		s.Types, s.Type = nil, "number"
	}
	for _, member := range s.Properties {
		notNulls(member)
	}
	if s.Items != nil {
		notNulls(s.Items)
	}
}
