package catalogue

import (
	"fmt"
	"strconv"
	"strings"
)

// draws says whether a text is the name of an instance that the format draws.
func (f Format) draws(text string) bool {
	return f.generate != nil && strings.HasPrefix(text, f.word()+":")
}

// word is the format's name without an argument.
func (f Format) word() string {
	word, _, _ := strings.Cut(f.Name, ":")
	return word
}

// problem reads a text, or draws the instance that it names.
func (f Format) problem(content []byte, file string) (Problem, error) {
	if text := string(content[:min(len(content), 100)]); f.draws(text) {
		size, number, seeded := strings.Cut(strings.TrimSpace(text[len(f.word())+1:]), ":")
		n, err := strconv.Atoi(size)
		seed := uint64(1)
		if err == nil && seeded {
			seed, err = strconv.ParseUint(number, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("multiwalk: %s: give a size and, if you like, a seed, such as %s:100 or %[2]s:100:7", file, f.word())
		}
		return f.generate(n, seed)
	}
	return f.read(content, file)
}
