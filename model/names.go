package model

import (
	"strconv"

	"github.com/multiwalk/multiwalk/internal/nearest"
)

// names are what elements of one sort are called, in their order.
type names struct {
	what  string // the word for an element
	list  []Name
	index map[string]int32
}

// named takes the names of n elements; without a list they are numbered from 0. It refuses a name that stands twice.
func named(at, what string, list []Name, n int) (*names, error) {
	s := &names{what, list, make(map[string]int32, n)}
	if list == nil {
		for i := range n {
			s.list = append(s.list, Name{strconv.Itoa(i), true})
		}
	}
	if len(s.list) != n {
		return nil, wrong(at, "found %d names, expected %d: one for each %s", len(s.list), n, what)
	}
	for i, name := range s.list {
		if name.text == "" {
			return nil, wrong(at+"/"+strconv.Itoa(i), "found no name, expected one; name each %s", what)
		}
		if before, ok := s.index[name.text]; ok {
			return nil, wrong(at+"/"+strconv.Itoa(i), "found %q a second time (as %s %d and %d); give each %s its own name", name.text, what, before, i, what)
		}
		s.index[name.text] = int32(i)
	}
	return s, nil
}

// of takes the names that the elements of a list have.
func of[T any](at, what string, list []T, name func(T) Name) (*names, error) {
	if len(list) == 0 {
		return nil, wrong(at, "found no %s, expected one at least", what)
	}
	all := make([]Name, len(list))
	for i, e := range list {
		all[i] = name(e)
	}
	return named(at, what, all, len(all))
}

// find is the element of a name.
func (s *names) find(at string, name Name) (int32, error) {
	if i, ok := s.index[name.text]; ok {
		return i, nil
	}
	var known []string
	for _, n := range s.list[:min(len(s.list), 1000)] {
		known = append(known, n.text)
	}
	return 0, wrong(at, "found %q, expected the name of a %s%s", name.text, s.what, nearest.Hint(name.text, known))
}

// all finds the elements of a list of names.
func (s *names) all(at string, list []Name) ([]int32, error) {
	found := make([]int32, len(list))
	for i, name := range list {
		var err error
		if found[i], err = s.find(at+"/"+strconv.Itoa(i), name); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// some are the elements of a list that has each element once at most, or each of all once.
func (s *names) some(at string, list []Name, all bool) ([]int32, error) {
	n := len(list)
	if all {
		n = len(s.list)
	}
	if _, err := named(at, s.what, append([]Name{}, list...), n); err != nil {
		return nil, err
	}
	return s.all(at, list)
}

// rest are the elements that are not in a list.
func (s *names) rest(list []int32) (rest []int32) {
	in := make([]bool, len(s.list))
	for _, e := range list {
		in[e] = true
	}
	for e, there := range in {
		if !there {
			rest = append(rest, int32(e))
		}
	}
	return rest
}

// tell are the names of elements.
func (s *names) tell(list []int32) []Name {
	told := make([]Name, len(list))
	for i, e := range list {
		told[i] = s.list[e]
	}
	return told
}
