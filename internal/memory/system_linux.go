package memory

import (
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// system is the least of what the machine has available and of what the process' control groups leave.
func system() (int64, bool) {
	text, err := os.ReadFile("/proc/meminfo")
	free, ok := meminfo(string(text))
	if err != nil || !ok {
		return 0, false
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	return min(free, grouped("/sys/fs/cgroup", string(groups))), true
}

// meminfo reads MemAvailable of /proc/meminfo.
func meminfo(text string) (int64, bool) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kib, err := strconv.ParseInt(fields[1], 10, 64)
			return kib << 10, err == nil
		}
	}
	return 0, false
}

// grouped is what the control groups leave that /proc/self/cgroup names, and the groups above them, below root: version 2
// has one hierarchy, version 1 one of memory. In a container the named folder may be missing, and root is the group's own.
func grouped(root, groups string) int64 {
	left := int64(math.MaxInt64)
	for line := range strings.Lines(groups) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		base, most, used, file := root, "memory.max", "memory.current", "inactive_file"
		if parts[1] != "" {
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			base, most, used, file = path.Join(root, "memory"), "memory.limit_in_bytes", "memory.usage_in_bytes",
				"total_inactive_file"
		}
		for at := path.Join("/", parts[2]); ; at = path.Dir(at) {
			left = min(left, group(path.Join(base, at), most, used, file))
			if at == "/" {
				break
			}
		}
	}
	return left
}

// group is what one group leaves. Pages of files that were not used lately count as left: the system drops them first.
func group(dir, most, used, file string) int64 {
	limit, ok := number(path.Join(dir, most))
	if !ok {
		return math.MaxInt64 // "max", or no such group
	}
	now, _ := number(path.Join(dir, used))
	stat, _ := os.ReadFile(path.Join(dir, "memory.stat"))
	for line := range strings.Lines(string(stat)) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == file {
			cached, _ := strconv.ParseInt(f[1], 10, 64)
			now -= min(now, cached)
		}
	}
	return max(0, limit-now)
}

func number(file string) (int64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
