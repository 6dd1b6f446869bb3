package bounded

import (
	"path/filepath"
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
