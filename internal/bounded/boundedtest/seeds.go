package boundedtest

import (
	"slices"
	"strings"
)

// ends are the numbers next to the ends of int32 and int64, on both sides, and those that are special anywhere.
var ends = []string{"-9223372036854775809", "-9223372036854775808", "-2147483649", "-2147483648", "-2147483647", "-1", "0", "1",
	"1073741824", "2147483646", "2147483647", "2147483648", "4294967295", "4294967296", "4611686018427387904",
	"9223372036854775806", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616"}

// Seeds returns files that bring numbers near the ends of int32 and int64 to where a template has a #: for each such number
// one that has it everywhere, and for each # one that has it there and 2147483647 elsewhere.
func Seeds(templates ...string) [][]byte {
	var seeds []string
	for _, t := range templates {
		parts := strings.Split(t, "#")
		for _, end := range ends {
			seeds = append(seeds, strings.Join(parts, end))
			for at := 1; at < len(parts); at++ {
				seeds = append(seeds, strings.Join(parts[:at], "2147483647")+end+strings.Join(parts[at:], "2147483647"))
			}
		}
	}
	slices.Sort(seeds)
	var list [][]byte
	for _, s := range slices.Compact(seeds) {
		list = append(list, []byte(s))
	}
	return list
}
