package model

// bqpjson is a binary quadratic program as LANL's bqpjson has it (github.com/lanl-ansi/bqpjson): scale * (the sum of the terms + offset).
type bqpjson struct {
	Version   string   `json:"version"`
	ID        ignored  `json:"id,omitzero"`
	Metadata  ignored  `json:"metadata,omitzero"`
	Solutions ignored  `json:"solutions,omitzero"`
	Text      ignored  `json:"description,omitzero"`
	Domain    string   `json:"variable_domain"`
	Scale     *float64 `json:"scale"`
	Offset    float64  `json:"offset"`
	IDs       []Name   `json:"variable_ids"`
	Linear    []struct {
		ID    Name    `json:"id"`
		Coeff float64 `json:"coeff"`
	} `json:"linear_terms"`
	Quadratic []struct {
		Head  Name    `json:"id_head"`
		Tail  Name    `json:"id_tail"`
		Coeff float64 `json:"coeff"`
	} `json:"quadratic_terms"`
}

func (q *bqpjson) translate(string) (*made, error) {
	all, err := named("/variable_ids", "variable", q.IDs, len(q.IDs))
	switch {
	case err != nil:
		return nil, err
	case q.Domain != "boolean" && q.Domain != "spin":
		return nil, wrong("/variable_domain", "found %q, expected boolean or spin", q.Domain)
	case q.Scale != nil && *q.Scale <= 0:
		return nil, wrong("/scale", "found %v, expected a number above 0; turn the signs of the terms", *q.Scale)
	}
	b := bits{list: all.list, factor: 1, spins: q.Domain == "spin"}
	if b.terms.seen.list = all.list; q.Scale != nil {
		b.factor = *q.Scale
	}
	b.offset = q.Offset * b.factor
	for k, t := range q.Linear {
		i, err := all.find(index("/linear_terms", k)+"/id", t.ID)
		if err != nil {
			return nil, err
		}
		b.terms.push(i, i, t.Coeff)
	}
	for k, t := range q.Quadratic {
		ends, err := all.all(index("/quadratic_terms", k), []Name{t.Head, t.Tail})
		if err != nil {
			return nil, err
		}
		if ends[0] == ends[1] {
			return nil, wrong(index("/quadratic_terms", k), "found variable %s twice, expected two variables; make it a linear term", t.Head.text)
		}
		b.terms.push(ends[0], ends[1], t.Coeff)
	}
	return b.made("")
}

// dimod is a binary quadratic model as dimod's to_serializable has it, with use_bytes=False.
type dimod struct {
	Type      string  `json:"type"`
	Version   ignored `json:"version,omitzero"`
	Bytes     bool    `json:"use_bytes,omitzero"`
	Index     ignored `json:"index_type,omitzero"`
	Bias      ignored `json:"bias_type,omitzero"`
	Count     int     `json:"num_variables"`
	Pairs     ignored `json:"num_interactions,omitzero"`
	Labels    []Name  `json:"variable_labels,omitzero"`
	Vartype   string  `json:"variable_type"`
	Offset    float64 `json:"offset"`
	Info      ignored `json:"info,omitzero"`
	Linear    Row     `json:"linear_biases"`
	Quadratic Row     `json:"quadratic_biases"`
	Head      []int   `json:"quadratic_head"`
	Tail      []int   `json:"quadratic_tail"`
}

func (q *dimod) translate(string) (*made, error) {
	n := len(q.Linear)
	all, err := named("/variable_labels", "variable", q.Labels, n)
	switch {
	case q.Bytes:
		return nil, wrong("/use_bytes", "found true, whose numbers are no text; write it by to_serializable(use_bytes=False)")
	case err != nil:
		return nil, err
	case q.Count != n:
		return nil, wrong("/linear_biases", "found %d numbers, expected %d, as num_variables says", n, q.Count)
	case q.Vartype != "BINARY" && q.Vartype != "SPIN":
		return nil, wrong("/variable_type", "found %q, expected BINARY or SPIN", q.Vartype)
	case len(q.Head) != len(q.Quadratic) || len(q.Tail) != len(q.Quadratic):
		return nil, wrong("/quadratic_head", "found %d heads, %d tails and %d biases, expected as many of each", len(q.Head), len(q.Tail), len(q.Quadratic))
	}
	for _, list := range []struct {
		at  string
		row Row
	}{{"/linear_biases", q.Linear}, {"/quadratic_biases", q.Quadratic}} {
		if err := list.row.numbers(list.at); err != nil {
			return nil, err
		}
	}
	b := bits{list: all.list, factor: 1, offset: q.Offset, spins: q.Vartype == "SPIN"}
	b.terms.seen.list = all.list
	for i, w := range q.Linear {
		b.terms.push(int32(i), int32(i), w)
	}
	for k, w := range q.Quadratic {
		i, j := q.Head[k], q.Tail[k]
		if min(i, j) < 0 || max(i, j) >= n || i == j {
			return nil, wrong(index("/quadratic_head", k), "found variables %d and %d, expected two different ones from 0 to %d", i, j, n-1)
		}
		b.terms.push(int32(i), int32(j), w)
	}
	return b.made("")
}
