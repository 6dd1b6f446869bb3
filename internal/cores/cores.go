// Package cores says how many cores of the processor stand behind the processors that the system shows: two hyperthreads of
// a core share what it computes with, so two searches on them run at little more than half the speed each.
package cores

import (
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Physical returns how many cores this process may keep busy at full speed, or 0 where that is not known. The Linux kernel
// says which processors share a core. A virtual machine that shows none sharing one does not count as known: its host may
// have put two of its processors on one core.
func Physical() int {
	return min(physical(os.DirFS("/")), runtime.GOMAXPROCS(0))
}

// physical counts the cores of a system whose files are given.
func physical(root fs.FS) int {
	status, _ := fs.ReadFile(root, "proc/self/status")
	ours := list(field(string(status), "Cpus_allowed_list:"))
	behind := map[string]bool{}
	for _, cpu := range ours {
		text, err := fs.ReadFile(root, "sys/devices/system/cpu/cpu"+strconv.Itoa(cpu)+"/topology/thread_siblings_list")
		if err != nil {
			return 0
		}
		behind[strings.TrimSpace(string(text))] = true
	}
	info, _ := fs.ReadFile(root, "proc/cpuinfo")
	virtual := strings.Contains(" "+field(string(info), "flags")+" ", " hypervisor ")
	if virtual && len(behind) == len(ours) {
		return 0
	}
	return len(behind)
}

// field returns what stands behind a word at the beginning of a line, without a colon.
func field(text, word string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			return strings.TrimSpace(strings.TrimLeft(rest, " \t:"))
		}
	}
	return ""
}

// list reads numbers such as 0-3,8, or returns nil where they cannot be.
func list(text string) []int {
	const most = 1 << 16 // numbers above are of no machine
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(first)
		b := a
		if isRange && err == nil {
			b, err = strconv.Atoi(last)
		}
		if err != nil || a < 0 || b < a || b > most {
			return nil
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all
}
