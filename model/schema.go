package model

import _ "embed"

// Schema is the JSON schema of a Model, made of the Go types by a test.
//
//go:embed schema.json
var Schema []byte
