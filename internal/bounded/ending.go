package bounded

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// gz is the ending of files that gzip packed.
const gz = ".gz"

// Ending returns a file's ending in small letters, such as .tsp; of a file that gzip packed that of what is in it.
func Ending(name string) string {
	name = strings.ToLower(name)
	return filepath.Ext(strings.TrimSuffix(name, gz))
}

// Stem returns a file's name without its folder and ending, and without that of gzip.
func Stem(name string) string {
	name = filepath.Base(name)
	if len(name) > len(gz) && strings.EqualFold(name[len(name)-len(gz):], gz) {
		name = name[:len(name)-len(gz)]
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// NameOf is the name of what a file holds: its Stem, and of FILE#3, the third instance of a file of several, the number behind it.
func NameOf(file string) string {
	path, number, numbered := strings.Cut(filepath.Base(file), "#")
	if !numbered {
		return Stem(path)
	}
	return Stem(path) + "-" + number
}

// Behind is what stands behind a prefix in a text that is the name of an instance, such as 18 in costas:18; the whole text, if it has another.
func Behind(text []byte, prefix string) (rest []byte, ok bool) {
	return bytes.CutPrefix(bytes.TrimSpace(Unmark(text)), []byte(prefix))
}

// Drawn takes the name of a drawn instance apart: 500x5:7 has the sizes 500 and 5, and the seed 7; 1 where there is none. what are the sizes
// that there may be, for errors.
func Drawn(name string, what ...string) (sizes []int, seed uint64, err error) {
	all, number, seeded := strings.Cut(strings.TrimSpace(name), ":")
	for k, size := range strings.SplitN(all, "x", len(what)) {
		n, err := strconv.Atoi(size)
		if err != nil {
			return nil, 0, fmt.Errorf("%q is no %s", size, what[k])
		}
		sizes = append(sizes, n)
	}
	if seed = 1; seeded {
		if seed, err = strconv.ParseUint(number, 10, 64); err != nil {
			err = fmt.Errorf("%q is no seed", number)
		}
	}
	return sizes, seed, err
}
