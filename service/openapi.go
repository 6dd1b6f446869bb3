package service

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

type object = map[string]any

// describe answers with the OpenAPI description.
func (s *Service) describe(w http.ResponseWriter, _ *http.Request) {
	doc, err := s.OpenAPI()
	if err != nil {
		refuse(w, err)
		return
	}
	say(w, http.StatusOK, doc)
}

// OpenAPI describes the service, from its routes and the types that they answer with.
func (s *Service) OpenAPI() (any, error) {
	answers, err := schemaOf(s.Solver.Answer(), nil)
	if err != nil {
		return nil, err
	}
	answers.Types, answers.Type = []string{"object", "null"}, ""
	schemas := object{"Result": answers}
	result := &jsonschema.Schema{Ref: "#/components/schemas/Result"}
	for _, t := range []reflect.Type{reflect.TypeFor[Job](), reflect.TypeFor[Instance](), reflect.TypeFor[Problem]()} {
		if schemas[t.Name()], err = schemaOf(t, result); err != nil {
			return nil, err
		}
	}
	if s.Schema != nil {
		schemas["Model"] = json.RawMessage(s.Schema)
	}
	paths := map[string]object{}
	for _, r := range s.routes() {
		if paths[r.path] == nil {
			paths[r.path] = object{}
		}
		paths[r.path][strings.ToLower(r.method)] = s.operation(r)
	}
	doc := object{
		"openapi": "3.1.0", "paths": paths, "components": object{"schemas": schemas},
		"info": object{"title": "Multiwalk", "version": s.Version, "description": "Jobs of combinatorial optimisation."},
	}
	if s.Token != "" {
		doc["components"].(object)["securitySchemes"] = object{"token": object{"type": "http", "scheme": "bearer"}}
		doc["security"] = []object{{"token": []string{}}}
	}
	return doc, nil
}

// operation describes a route.
func (s *Service) operation(r route) object {
	content := object{r.kind: object{}}
	if r.answer != nil {
		content[r.kind] = object{"schema": refTo(r.answer)}
	}
	answers := object{strconv.Itoa(r.status): object{"description": http.StatusText(r.status), "content": content}}
	refusals := append([]int{http.StatusForbidden}, r.errors...)
	if s.Token != "" && !public(r.path) {
		refusals = append(refusals, http.StatusUnauthorized)
	}
	for _, status := range refusals {
		answers[strconv.Itoa(status)] = object{"description": http.StatusText(status),
			"content": object{asJSON: object{"schema": refTo(reflect.TypeFor[Problem]())}}}
	}
	op := object{"summary": r.summary, "responses": answers}
	if strings.Contains(r.path, "{id}") {
		op["parameters"] = []object{{"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}}}
	}
	if r.method == http.MethodPost {
		op["parameters"], op["requestBody"] = s.parameters(), s.body()
	}
	return op
}

// parameters are the settings of a job.
func (s *Service) parameters() []object {
	list := []object{{"name": fileParameter, "in": "query", "description": "The name of the instance's file, without a folder; its ending may tell the format.",
		"schema": object{"type": "string", "default": "model.json"}}}
	for _, p := range s.Solver.Settings() {
		schema := object{"type": p.Type}
		if p.Default != "" {
			schema["default"] = p.Default
		}
		if p.Many {
			schema = object{"type": "array", "items": schema}
		}
		list = append(list, object{"name": p.Name, "in": "query", "description": p.Help, "schema": schema})
	}
	return list
}

// body is what is posted.
func (s *Service) body() object {
	content := object{"application/octet-stream": object{}}
	if s.Schema != nil {
		content[asJSON] = object{"schema": object{"$ref": "#/components/schemas/Model"}}
	}
	return object{"required": true, "content": content, "description": "The instance; gzip may have packed it. The type does not matter."}
}

// refTo is a reference to the schema of a type, or of a list of them.
func refTo(t reflect.Type) object {
	if t.Kind() == reflect.Slice {
		return object{"type": "array", "items": refTo(t.Elem())}
	}
	return object{"$ref": "#/components/schemas/" + t.Name()}
}

// schemaOf is the schema of a type; raw is that of JSON in it whose type is not known, nil for anything.
func schemaOf(t reflect.Type, raw *jsonschema.Schema) (*jsonschema.Schema, error) {
	if raw == nil {
		raw = &jsonschema.Schema{}
	}
	return jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): raw,
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
	}})
}
