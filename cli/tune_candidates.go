package cli

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// candidate is a method that races, and what makes it of the one that is tuned.
type candidate struct {
	method walk.Method
	name   string
	set    []string // KEY=VALUE
	varied []string // those of set that --vary chose
}

// flags ask solve for the candidate.
func (c candidate) flags() string {
	words := []string{"--method=" + c.name}
	for _, s := range c.set {
		words = append(words, "--set="+s)
	}
	return strings.Join(words, " ")
}

func methodsOf(candidates []candidate) (list []walk.Method) {
	for _, c := range candidates {
		list = append(list, c.method)
	}
	return list
}

// candidates are the default and the combinations of the values to try. Combinations that the method refuses, such as an end above the
// start, are left out, and a note says so. A value that is in no combination which the method takes is an error.
func (k *tuneCmd) candidates(in multiwalk.Problem, d multiwalk.Device, p *Program) (list []candidate, notes []string, err error) {
	if k.Method == methodAuto {
		return nil, nil, errors.New("--method auto chooses a method, and has no settings to vary; name the method that it chooses, which solve prints")
	}
	m, err := p.methodNamed(k.Method)
	if err != nil {
		return nil, nil, err
	}
	base, err := p.withSettings(m, k.Set)
	if err == nil {
		err = prepares(base, in, d)
	}
	if err != nil {
		return nil, nil, err
	}
	list = []candidate{{base, k.Method, k.Set, nil}}
	choices, total, err := k.choices()
	if err != nil {
		return nil, nil, err
	}
	combinations := drawn(total, k.Candidates, k.Seed)
	if int64(len(combinations)) < total {
		notes = append(notes, fmt.Sprintf("%d of %d combinations are drawn at random; --candidates takes more", len(combinations), total))
	}
	taken, refused := map[string]bool{}, map[string]error{}
	for _, at := range combinations {
		c := candidate{name: k.Method}
		for _, values := range choices {
			c.varied = append(c.varied, values[at%int64(len(values))])
			at /= int64(len(values))
		}
		c.set = slices.Concat(k.Set, c.varied)
		if c.method, err = p.changed(base, c.varied); err == nil {
			err = prepares(c.method, in, d)
		}
		for _, v := range c.varied {
			if taken[v] = taken[v] || err == nil; err != nil && refused[v] == nil {
				refused[v] = err
			}
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s is no candidate: %v", strings.Join(c.varied, " "), err))
		} else if !slices.ContainsFunc(list, func(o candidate) bool { return reflect.DeepEqual(c.method, o.method) }) {
			list = append(list, c)
		}
	}
	for _, v := range slices.Concat(choices...) {
		if !taken[v] && refused[v] != nil {
			return nil, nil, fmt.Errorf("--vary %s: %w", v, refused[v])
		}
	}
	return list, notes, nil
}

// choices are the settings to try, key by key, and how many combinations they have.
func (k *tuneCmd) choices() (list [][]string, total int64, err error) {
	var keys []string
	for _, vary := range k.Vary {
		key, values, ok := strings.Cut(vary, "=")
		if !ok || values == "" {
			return nil, 0, fmt.Errorf("--vary %q has no values; write key=value,value", vary)
		}
		at := slices.Index(keys, strings.ToLower(key))
		if at < 0 {
			at, keys, list = len(keys), append(keys, strings.ToLower(key)), append(list, nil)
		}
		for v := range strings.SplitSeq(values, ",") {
			if word := key + "=" + v; !slices.Contains(list[at], word) {
				list[at] = append(list[at], word)
			}
		}
	}
	total = 1
	for _, words := range list {
		if total > math.MaxInt64/int64(len(words)) {
			return nil, 0, errors.New("--vary asks for more than 2^63 combinations; give fewer values")
		}
		total *= int64(len(words))
	}
	return list, total, nil
}

// drawn returns which of total combinations are candidates: all, if they are no more than most.
func drawn(total int64, most int, seed uint64) (list []int64) {
	if total <= int64(most) {
		for i := range total {
			list = append(list, i)
		}
		return list
	}
	r, seen := multiwalk.NewRand(seed, 0), map[int64]bool{}
	for len(list) < most {
		i := int64(float64(total) * r.Float64())
		if !seen[i] {
			seen[i], list = true, append(list, i)
		}
	}
	slices.Sort(list)
	return list
}
