package model

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/multiwalk/multiwalk/problem/qubo"
)

// QUBO is variables of 0 and 1. What is to be small is the sum of all terms, each a product of two variables and a weight; of a term with the
// same variable twice that is the variable and the weight.
type QUBO struct {
	Variables []Name  `json:"variables,omitzero" jsonschema:"the variables; without them they are those of the terms, or 0, 1, 2 and so on"`
	Terms     Terms   `json:"terms,omitzero" jsonschema:"such as [\"a\", \"b\", -2]; [\"a\", \"a\", 3] is linear; of the same pair they add up"`
	Matrix    Matrix  `json:"matrix,omitzero" jsonschema:"in place of terms: the sum is over all rows and columns, of the triangles too"`
	Offset    float64 `json:"offset,omitzero" jsonschema:"added to the sum"`
	Scale     float64 `json:"scale,omitzero" jsonschema:"what weights are multiplied by before they are rounded to whole numbers"`
}

// Ising is spins: variables of -1 and 1. What is to be small is the sum of all terms, as of a QUBO.
type Ising struct {
	Variables []Name  `json:"variables,omitzero" jsonschema:"the spins; without them they are those of the terms"`
	Terms     Terms   `json:"terms" jsonschema:"such as [\"a\", \"b\", -2]; [\"a\", \"a\", 3] is the field of a spin; of the same pair they add up"`
	Offset    float64 `json:"offset,omitzero" jsonschema:"added to the sum"`
	Scale     float64 `json:"scale,omitzero" jsonschema:"what weights are multiplied by before they are rounded to whole numbers"`
}

// Terms is products of two variables: a list of lists of two names and a weight.
type Terms struct {
	list []term
	seen names
}

// term has the variables in the order in which they are first named.
type term struct {
	i, j   int32
	weight float64
}

// variable is the number of a variable that may be new.
func (t *Terms) variable(text []byte) (int32, error) {
	if i, ok := t.seen.index[string(text)]; ok { // a whole number, or a word with its quotes
		return i, nil
	}
	name, err := nameOf(bytes.Clone(text))
	if err != nil {
		return 0, err
	}
	t.seen.list = append(t.seen.list, name)
	t.seen.index[string(text)] = int32(len(t.seen.list) - 1)
	return int32(len(t.seen.list) - 1), nil
}

// UnmarshalJSONFrom reads the list.
func (t *Terms) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		text, err := d.ReadValue()
		if err == nil {
			err = wrong(string(d.StackPointer()), "found %s, expected a list of terms", shown(text))
		}
		return err
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	*t = Terms{seen: names{what: "variable", index: map[string]int32{}}}
	for d.PeekKind() != ']' {
		text, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := t.add(text); err != nil {
			return wrong(string(d.StackPointer()), "found %s, expected two variables and a weight, such as [\"a\", \"b\", -2]", shown(text))
		}
	}
	_, err := d.ReadToken()
	return err
}

// add reads a term.
func (t *Terms) add(text jsontext.Value) error {
	parts := split(text)
	if len(parts) != 3 {
		return errTerm
	}
	i, err := t.variable(parts[0])
	if err != nil {
		return err
	}
	j, err := t.variable(parts[1])
	if err != nil {
		return err
	}
	w, err := number(parts[2])
	if err != nil || math.IsNaN(w) {
		return errTerm
	}
	t.list = append(t.list, term{i, j, w})
	return nil
}

// split divides a list of JSON at its commas, but for those in words.
func split(text jsontext.Value) (parts [][]byte) {
	if text.Kind() != '[' {
		return nil
	}
	parts = make([][]byte, 0, 3)
	from, word := 1, false
	for k := 1; k < len(text)-1; k++ {
		switch text[k] {
		case '\\':
			k++
		case '"':
			word = !word
		case ',':
			if !word {
				parts, from = append(parts, bytes.TrimSpace(text[from:k])), k+1
			}
		}
	}
	return append(parts, bytes.TrimSpace(text[from:len(text)-1]))
}

var errTerm = wrong("", "it is no term")

// push adds a term of variables that others name in their own way.
func (t *Terms) push(i, j int32, w float64) { t.list = append(t.list, term{i, j, w}) }

// translate makes bits of the terms, or of the matrix.
func (q *QUBO) translate(at string) (*made, error) {
	b := bits{list: q.Variables, terms: q.Terms, offset: q.Offset, scale: q.Scale, factor: 1}
	if n := len(q.Matrix); n > 0 {
		if q.Terms.list != nil {
			return nil, wrong(at, "found terms and a matrix, expected one of them")
		}
		if _, err := q.Matrix.flat(at+"/matrix", n, n, false); err != nil {
			return nil, err
		}
		for i, row := range q.Matrix {
			b.terms.seen.list = append(b.terms.seen.list, Name{strconv.Itoa(i), true})
			for j, w := range row {
				if w != 0 {
					b.terms.push(int32(i), int32(j), w)
				}
			}
		}
		if q.Variables != nil {
			b.terms.seen.list = q.Variables
		}
	}
	return b.made(at)
}

func (q *Ising) translate(at string) (*made, error) {
	return bits{list: q.Variables, terms: q.Terms, offset: q.Offset, scale: q.Scale, factor: 1, spins: true}.made(at)
}

// bits is what all models of bits and spins come to: factor times the sum of the terms, and the offset.
type bits struct {
	list           []Name // all variables; nil: those of the terms
	terms          Terms
	factor, offset float64
	scale          float64
	spins          bool
}

// made is the problem of bits. With s = 2x-1, a term w*s*t of spins is 4w*x*y - 2w*x - 2w*y + w, a field w*s is 2w*x - w, and
// w*s*s is w.
func (b bits) made(at string) (*made, error) {
	all, where, err := b.variables(at)
	if err != nil {
		return nil, err
	}
	weights := make(Row, len(b.terms.list))
	for k, t := range b.terms.list {
		weights[k] = t.weight
	}
	units, notes, err := unitsOf(at, b.scale, 1<<52, weights)
	if err != nil {
		return nil, err
	}
	linear, pairs := make([]int64, len(all.list)), make([]qubo.Term, 0, len(weights))
	for k, t := range b.terms.list {
		i, j, w := where[t.i], where[t.j], int64(math.Round(weights[k]*units))
		switch {
		case i == j && b.spins:
			linear[i] += 2 * w
			b.offset -= float64(w) / units * b.factor
		case i == j:
			linear[i] += w
		case b.spins:
			pairs = append(pairs, qubo.Term{I: i, J: j, Weight: 4 * w})
			linear[i], linear[j] = linear[i]-2*w, linear[j]-2*w
			b.offset += float64(w) / units * b.factor
		default:
			pairs = append(pairs, qubo.Term{I: i, J: j, Weight: w})
		}
	}
	p, err := qubo.New(len(all.list), linear, pairs)
	options := []Name{{"0", true}, {"1", true}}
	if b.spins {
		options[0] = Name{"-1", true}
	}
	if err != nil {
		return nil, within(at, err)
	}
	of, _ := named("", "value", options, 2)
	v, most := values{names: all, options: of}, int64(0)
	for _, w := range linear {
		most += max(w, -w)
	}
	for _, t := range pairs {
		most += max(t.Weight, -t.Weight)
	}
	return &made{format: "qubo", problem: p, teller: v, units: units / b.factor, offset: b.offset, notes: notes,
		ground: valued(v, p, most, 1, "bits have none of: each has a value")}, nil
}

// variables are those of the list, or those of the terms, and where each of the terms' own is among them. Whole numbers are sorted.
func (b bits) variables(at string) (*names, []int32, error) {
	list := b.list
	if list == nil {
		list = slices.Clone(b.terms.seen.list)
		if !slices.ContainsFunc(list, func(n Name) bool { return !n.number }) {
			slices.SortFunc(list, func(a, b Name) int { return cmp.Or(cmp.Compare(len(a.text), len(b.text)), cmp.Compare(a.text, b.text)) })
		}
	}
	all, err := of(at+"/variables", "variable", list, func(n Name) Name { return n })
	if err != nil {
		return nil, nil, err
	}
	where := make([]int32, len(b.terms.seen.list))
	for k, name := range b.terms.seen.list {
		if where[k], err = all.find(at+"/terms", name); err != nil {
			return nil, nil, err
		}
	}
	return all, where, nil
}
