"""Changes outside single after the split: tune writes settings by the alias, texts name files where they are now."""
import glob, os, re, subprocess
f = "tune/write.go"
s = open(f).read()
s = s.replace('		return v.Type().String() + "{" + strings.Join(fields, ", ") + "}"\n', '		return typeName(v.Type()) + "{" + strings.Join(fields, ", ") + "}"\n')
if "func typeName" not in s:
    s += """
// typeName is how a caller names a type of settings: what a package below single declares, single has by an alias.
func typeName(t reflect.Type) string {
	if strings.Contains(t.PkgPath(), "/single/") {
		return "single." + t.Name()
	}
	return t.String()
}
"""
open(f, "w").write(s)
moved = {}
for l in subprocess.run(["git", "diff", "HEAD", "-M30", "--name-status", "--diff-filter=R"], capture_output=True, text=True).stdout.splitlines():
    w = l.split("\t")
    if w[1].startswith("single/"):
        moved[w[1]] = w[2]
# where each benchmark is now
bench = {}
for f in glob.glob("single/**/*_test.go", recursive=True):
    for n in re.findall(r"^func (?:Benchmark)(\w+)\(b", open(f).read(), re.M):
        bench[n] = os.path.dirname(f)
def command(m):
    for n, d in bench.items():
        if re.search("-bench=\\(?" + re.escape(n) + r"\b", m.group(0)):
            return m.group(0).replace("./single ", "./" + d + " ")
    return m.group(0)
listed = subprocess.run(["git", "ls-files", "*.md", "*.go", ".ci/run"], capture_output=True, text=True).stdout.split()
for f in listed:
    if not os.path.exists(f) or f in ("CHANGELOG.md", "docs/files_test.go", "tools/measure/list_test.go"):
        continue
    s = open(f).read()
    t = re.sub(r"single/\w+\.go", lambda m: moved.get(m.group(0), m.group(0)), s)
    t = re.sub(r"go test \./single .*", command, t)
    if t != s:
        open(f, "w").write(t)
        print("text:", f)
# the command's pages: comments name settings by the alias too
f = "cmd/multiwalk/pages.go"
s = open(f).read()
old = "		words[t.String()], words[t.Name()] = other.Name(), other.Name()\n"
assert old in s
s = s.replace(old, old + '		if strings.Contains(t.PkgPath(), "/single/") { // single has it by an alias\n			words["single."+t.Name()] = other.Name()\n		}\n')
open(f, "w").write(s)
