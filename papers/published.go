package papers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/catalogue"
)

// Published reads an instance of any problem that the catalogue knows: a file of a folder of data, such as qap/tai60a.dat, or a name that
// needs none, such as flowshop:ta051. said is how the instance is called.
func Published(dir, name string) (in Instance[multiwalk.Problem], said string, err error) {
	file, all := name, catalogue.All()
	if strings.Contains(name, "/") {
		file = filepath.Join(dir, filepath.FromSlash(name))
		path, _, _ := strings.Cut(file, "#")
		if _, err := os.Stat(path); err != nil {
			return in, "", fmt.Errorf("multiwalk: %w: no %s; set MULTIWALK_DATA to a folder that has %s, or use demo", ErrNoData, file, name)
		}
	}
	content, err := all.Content(file, nil)
	if err != nil {
		return in, "", err
	}
	read, err := all.Parse(content, file, "")
	if err != nil {
		return in, "", err
	}
	in = Instance[multiwalk.Problem]{Name: read.Name, Problem: read.Problem}
	if known, ok := read.BestKnown(); ok {
		in.Best = known.Cost
	}
	return in, read.Name, nil
}
