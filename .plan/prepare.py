"""Changes to the source before the split: what would be a cycle. Fails if the text is no longer there."""
import re
def sub(name, old, new):
    s = open(name).read()
    if old not in s:
        if new in s: return
        raise SystemExit(f"{name}: not found:\n{old}")
    open(name, "w").write(s.replace(old, new))

# The engine knew two methods by type; each now hands over its settings as they ran.
s = open("single/resolved.go").read()
s = re.sub(r'(?s)// Resolved implements multiwalk.Resolver. The temperatures of a machine.s annealing are those of all its searches.\nfunc \(f \*exploreFleet\).*?\n}\n\n',
 '', s).rstrip() + "\n"
open("single/resolved.go", "w").write(s)
sub("single/climb.go", "m.onDevice())", "m.onDevice(p))")
sub("single/climb.go", "func (m Climb) onDevice() exploring {", "func (m Climb) onDevice(p multiwalk.Problem) exploring {")
sub("single/climb.go", "	return exploring{method: m.Name(), ran: m, neighbourhood: m.Neighbourhood, rule: r}\n",
"""	e := exploring{method: m.Name(), neighbourhood: m.Neighbourhood, rule: r}
	m.Rule, m.Neighbourhood = cmp.Or(m.Rule, FirstImprovement), namedByForm(p, formOf(p), m.Neighbourhood)
	e.ran = m
	return e
""")
c = open("single/climb.go").read()
if '"cmp"' not in c:
    open("single/climb.go", "w").write(c.replace('import (\n', 'import (\n\t"cmp"\n', 1))
sub("single/anneal_device.go", "		e.cools, e.chances = d.temperature, d.mix.chances\n",
    "		e.cools, e.chances = d.temperature, d.mix.chances\n		e.ran = m.resolved(p, e.cools(0), e.cools(1))\n")
sub("single/anneal_device.go", "	e.levels = levels\n",
    "	if e.levels = levels; len(levels) > 0 {\n		e.ran = m.resolved(p, levels[0], levels[len(levels)-1])\n	}\n")
sub("single/anneal_device.go", "// The units of a pilot whose profile all walks of a run share.\n",
"""// resolved fills in the name of the moves and the temperatures that all searches have.
func (m Anneal) resolved(p multiwalk.Problem, start, end float64) Anneal {
	m.Neighbourhood, m.Start, m.End = namedByForm(p, formOf(p), m.Neighbourhood), start, end
	return m
}

// The units of a pilot whose profile all walks of a run share.
""")
# The course by the bath stays with the bath.

# The helpers' problem has the name of a package that other helpers import.
for f in ("single/anneal_helper_test.go", "single/anneal_budget_test.go"):
    s = open(f).read()
    t = re.sub(r'(?m)((?:^|[*&.(]|type |\t)\*?)qap\b(?!")', r'\1assigning', s).replace("is a qap", "is an assigning")
    open(f, "w").write(t)

# Names that hide those of the packages.
f = "single/tabu_team_test.go"
s = open(f).read()
s = s.replace("	tabu := func(name string)", "	by := func(name string)").replace(" tabu(\"", " by(\"")
open(f, "w").write(s)
# The engine names the mapping of a method above it in a message.
f = "single/explore_device.go"
s = open(f).read()
open(f, "w").write(s.replace("MappingNeighbour", '"neighbour"'))
