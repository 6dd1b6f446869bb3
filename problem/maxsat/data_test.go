package maxsat

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
)

// published lists the instances at hand with their best known costs.
func published(t testing.TB) map[string]int64 {
	t.Helper()
	list := map[string]int64{}
	for _, row := range benchdata.Rows(t) {
		if row[0] != "SAT" {
			continue
		}
		for _, ending := range []string{".cnf", ".wcnf", ".txt.wcnf"} {
			file := filepath.Join(benchdata.Dir(t), "sat", row[1]+ending)
			if _, err := os.Stat(file); err == nil {
				best := must.Have(strconv.ParseInt(row[3], 10, 64))(t)
				list[file] = best
			}
		}
	}
	return list
}

// Published instances cost what a second reading of their lines says, one clause a line, as these files are written.
func TestReadFile_PublishedInstances(t *testing.T) {
	for file := range published(t) {
		p := must.Have(ReadFile(file))(t)
		r, x := multiwalk.NewRand(3, 0), make([]int32, p.Space().Len())
		p.Space().Random(r, x)
		soft, hard := byLines(t, file, x)
		amounts := make([]int64, 1)
		amounts = amounts[:len(p.rules.List())]
		got := p.rules.Unpack(p.Cost(x), amounts)
		if got != soft || len(amounts) == 0 && hard > 0 || len(amounts) > 0 && amounts[0] != hard {
			t.Errorf("%s: %d and hard %v, by lines %d and %d", filepath.Base(file), got, amounts, soft, hard)
		}
	}
}

// byLines evaluates an assignment by the text of a file.
func byLines(t *testing.T, file string, x []int32) (soft, hard int64) {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	top, plain := int64(-1), strings.Contains(string(text), "p cnf")
	for in := bufio.NewScanner(strings.NewReader(string(text))); in.Scan(); {
		words := strings.Fields(in.Text())
		switch {
		case len(words) == 0 || words[0][0] == 'c':
			continue
		case words[0] == "%":
			return soft, hard
		case words[0] == "p":
			if len(words) > 4 {
				fmt.Sscan(words[4], &top)
			}
			continue
		}
		weight, isHard := int64(1), words[0] == "h"
		if !plain {
			if !isHard {
				fmt.Sscan(words[0], &weight)
				isHard = top >= 0 && weight >= top
			}
			words = words[1:]
		}
		ok := false
		for _, w := range words {
			v := 0
			fmt.Sscan(w, &v)
			ok = ok || v > 0 && x[v-1] == 1 || v < 0 && x[-v-1] == 0
		}
		switch {
		case ok:
		case isHard:
			hard++
		default:
			soft += weight
		}
	}
	return soft, hard
}
