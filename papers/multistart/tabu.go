package multistart

import (
	"context"
	"errors"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
)

// jobs is the flow shop of multistart tabu search.
const jobs = "flowshop:ta041"

// tabu is the tabu search of a system: on a tour by reversals, on a flow shop by insertions.
func tabu(in Instance, s System) single.Tabu {
	m := single.Tabu{Mapping: s.Mapping}
	if in.Problem.Space().Kind() == multiwalk.KindTour {
		m.Neighbourhood = "2opt"
	}
	return m
}

// tabus are the studies of tabu search: on the first tour, and on a flow shop.
func (l *Lab) tabus() ([]study, error) {
	shop, _, err := papers.Published(l.Data, jobs)
	if err != nil {
		return nil, err
	}
	shop.Target = shop.Best
	var list []study
	for _, v := range []study{{name: "tabu-tour", in: l.Instances[0]}, {name: "tabu-jobs", in: shop}} {
		v.title, v.mappings = "Multistart tabu search by the number of searches", nil
		for _, s := range l.mappings() {
			v.mappings = append(v.mappings, s.asTabu())
		}
		if s, ok := l.System(allCores); ok {
			v.mappings = append(v.mappings, s.asTabu())
		}
		if v.core, v.has = l.System(oneCore); v.has {
			v.core = v.core.asTabu()
		}
		list = append(list, v)
	}
	return list, nil
}

func runTabu(ctx context.Context, l *Lab) error {
	list, err := l.tabus()
	return errors.Join(err, papers.Each(ctx, list, func(v study) error { return l.run(ctx, v) }))
}

func tabuTables(l *Lab) []*exhibit.Table {
	list, _ := l.tabus() // running says what is wrong
	return l.allCounted(list)
}
