package own

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

func name(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// joined lays lists one behind the other: list i is at[from[i]:from[i+1]].
func joined[T any](lists [][]T) (at []T, from []int32) {
	from = make([]int32, len(lists)+1)
	for i, list := range lists {
		at = append(at, list...)
		from[i+1] = int32(len(at))
	}
	return at, from
}

// files is the folder of published instances.
type files struct{ folder string }

// words returns the words of a file, or none where it is missing.
func (f files) words(elem ...string) []string {
	text, err := bounded.Limit{Most: 16 << 20, Remedy: "check MULTIWALK_DATA"}.
		ReadFile(filepath.Join(append([]string{f.folder}, elem...)...))
	if f.folder == "" || os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		panic(err)
	}
	return strings.Fields(string(bytes.ToUpper(text)))
}

// numbers reads words as whole numbers.
func numbers(words []string) []int64 {
	all := make([]int64, len(words))
	for i, w := range words {
		v, err := strconv.ParseInt(w, 10, 64)
		if err != nil {
			panic(err)
		}
		all[i] = v
	}
	return all
}

// ordering reads the instance be75eec of the library xLOLIB with 250 sectors, or draws one in its likeness.
func (f files) ordering() *Ordering {
	words := f.words("lop", "xlolib_be75eec_250.mat")
	if words == nil {
		return NewTrade(250, 1)
	}
	v := numbers(words)
	n := int(v[0])
	p := &Ordering{int32(n), make([]int32, n*n)}
	for k := range p.W {
		if k/n != k%n {
			p.W[k] = int32(v[1+k])
		}
	}
	return p
}
