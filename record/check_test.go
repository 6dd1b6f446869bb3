package record

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// recorded makes a real run and its record, as a file holds it.
func recorded(t *testing.T, s multiwalk.Settings) Run {
	t.Helper()
	res := must.Have(multiwalk.Minimize(context.Background(), displaced(7), shuffler{}, s))(t)
	h := header(t)
	h.Stop, h.Start = s.Stop, s.Start
	return again(t, New(h, res))
}

// again returns a run as it is read after it was written.
func again(t *testing.T, r Run) Run {
	t.Helper()
	runs := must.Have(Read(strings.NewReader(text(t, r)), "r"))(t)
	return runs[0]
}

// kinds are settings that end runs in every way that needs no luck.
func kinds() map[string]multiwalk.Settings {
	budget, far := multiwalk.Evaluations(200), multiwalk.Target(-1)
	return map[string]multiwalk.Settings{
		"evaluations": {Seed: 5, Walks: 3, Stop: []multiwalk.Stop{budget, far}},
		"few":         {Seed: 5, Walks: 3, Stop: []multiwalk.Stop{multiwalk.Evaluations(1)}},
		"work":        {Seed: 5, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(7)}},
		"time":        {Seed: 5, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Time(30 * time.Millisecond)}},
		"stagnation":  {Seed: 5, Walks: 2, Stop: []multiwalk.Stop{multiwalk.NoImprovement(50)}},
		"target":      {Seed: 5, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Target(8), multiwalk.Target(3), multiwalk.Evaluations(1 << 20)}},
		"at once":     {Seed: 5, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Target(100)}},
		"start":       {Seed: 5, Walks: 2, Start: []int32{6, 5, 4, 3, 2, 1, 0}, Stop: []multiwalk.Stop{budget}},
		"met start":   {Seed: 5, Walks: 2, Start: []int32{6, 5, 4, 3, 2, 1, 0}, Stop: []multiwalk.Stop{multiwalk.Target(24)}},
	}
}

// Genuine records must pass, read again and without times as well.
func TestVerify_AcceptsGenuine(t *testing.T) {
	for name, s := range kinds() {
		for seed := range uint64(20) {
			s.Seed = seed
			run := recorded(t, s)
			for _, r := range []Run{run, again(t, run.Logical())} {
				if err := Verify(r, displaced(7), Hash([]byte(instance))); err != nil {
					t.Errorf("%s, seed %d: %v\n%s", name, seed, err, text(t, r))
				}
			}
		}
	}
}

// The first unit of a population has an evaluation for each individual, and where children are improved, for each of these an improvement.
func TestVerify_AcceptsLargePopulations(t *testing.T) {
	for settings, evaluations := range map[string]int64{
		`{"Width":512,"Height":512}`: 512 * 512,
		`{"Population":0,"Improve":{"name":"climb","settings":{}},"Length":0}`: 1024 * 80,
		`{"Width":0,"Refine":0,"Improve":null}`:                                1024 * 30 * 7 << 10,
	} {
		r := recorded(t, kinds()["evaluations"])
		r.Method.Settings = []byte(settings)
		if r.End.FullEvaluations = evaluations; strings.Contains(settings, "Refine") {
			r.End.DeltaEvaluations = evaluations
		}
		if err := Verify(r, displaced(7), r.Hash); err != nil {
			t.Errorf("%s: %v", settings, err)
		}
		if r.End.FullEvaluations *= 1000; Verify(r, displaced(7), r.Hash) == nil {
			t.Errorf("%s: a thousand times as many evaluations are accepted", settings)
		}
	}
}

// A run that was cancelled, or whose context was over before it began, has a record like any other.
func TestVerify_AcceptsCancelled(t *testing.T) {
	for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		res, err := multiwalk.Minimize(ctx, displaced(7), shuffler{}, multiwalk.Settings{Walks: 2})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		h := header(t)
		h.Stop = nil
		r := again(t, New(h, res))
		if err := Verify(r, displaced(7), r.Hash); err != nil || r.End.Status != multiwalk.Cancelled {
			t.Errorf("%v\n%s", err, text(t, r))
		}
	}
}

// killed is a run as its live lines leave it behind.
func killed(r Run) Run {
	r.Last = &Snapshot{Cost: r.End.Cost, Walk: r.End.Walk, Round: r.End.Rounds, Counters: r.End.Counters, Solution: r.End.Solution}
	r.History, r.End = nil, nil
	return r
}

// Each forgery changes one thing of a good record, and is refused by words that name what contradicts what.
func TestVerify_RefusesForgeries(t *testing.T) {
	for _, c := range []struct {
		of, want string
		forge    func(*Run)
	}{
		{"evaluations", `status "perfect"; a run ends with one of`, func(r *Run) { r.End.Status = "perfect" }},
		{"evaluations", "its status is target_reached, but its cost", func(r *Run) { r.End.Status = multiwalk.TargetReached }},
		{"work", "its status is target_reached, but it has no stop criterion target", func(r *Run) { r.End.Status = multiwalk.TargetReached }},
		{"target", "but its cost 8 is above its target 1", func(r *Run) { // as the attack had it
			r.Stop = []multiwalk.Stop{multiwalk.Target(1)}
			r.End.Cost, r.End.Solution = 8, []int32{4, 1, 2, 3, 0, 5, 6}
			r.History = []Incumbent{{Cost: 8, Walk: r.End.Walk, Round: 1}}
		}},
		{"target", "reaches its target 8, but its status is evaluation_limit", func(r *Run) {
			r.End.Status, r.Stop[2].Value = multiwalk.EvaluationLimit, 1
		}},
		{"evaluations", "its status is time_limit, but it has no stop criterion time", func(r *Run) { r.End.Status = multiwalk.TimeLimit }},
		{"time", "seconds of 1000; it may end up to", func(r *Run) { r.Stop = []multiwalk.Stop{multiwalk.Time(1000 * time.Second)} }},
		{"evaluations", "of 900000, less than the share of one of its 3 walks", func(r *Run) { r.Stop[0].Value = 900_000 }},
		{"evaluations", "evaluations, but stops after 200; that its walks pass the limit by a unit", func(r *Run) { r.End.FullEvaluations = 9_000_000 }},
		{"work", "it has 7 rounds, but stops after 5", func(r *Run) { r.Stop[0].Value = 5; r.End.Status = multiwalk.MethodEnded }},
		{"work", "it has 7 rounds of 9", func(r *Run) { r.Stop[0].Value = 9 }},
		{"work", "it has a pace from round 9 on, but ended after 7", func(r *Run) { r.End.Pace[0] = multiwalk.Pace{Round: 9, Rounds: 10} }},
		{"work", "after round 3: it has more rounds than", func(r *Run) { r.End.Pace[0] = multiwalk.Pace{Round: 3, Rounds: 3} }},
		{"work", "its last pace is by 8 rounds", func(r *Run) { r.End.Pace[0].Rounds = 8 }},
		{"work", "its last pace is by 0 rounds", func(r *Run) { r.End.Pace[0].Rounds = 0 }},
		{"work", "its last pace is by 5 evaluations, its stop criterion by 0", func(r *Run) { r.End.Pace[0].Evaluations = 5 }},
		{"evaluations", "its last pace is by 4 rounds", func(r *Run) { r.End.Pace[0].Rounds = 4 }},
		{"stagnation", "units in all, of 1000000 without a new incumbent", func(r *Run) { r.Stop[0].Value = 1_000_000 }},
		{"evaluations", "the end counts -1 of something", func(r *Run) { r.End.Restarts = -1 }},
		{"evaluations", "the end counts -3 of something", func(r *Run) { r.End.Rounds = -3 }},
		{"evaluations", "together more than can be counted", func(r *Run) { r.End.DeltaEvaluations = 1<<63 - 1 }},
		{"evaluations", "the end comes after -2 seconds", func(r *Run) { r.End.Elapsed = -2 }},
		{"evaluations", "the end comes after 1e+10 seconds; no clock shows more than 9223372037", func(r *Run) { r.End.Elapsed = 1e10 }},
		{"evaluations", "the end comes after +Inf seconds", func(r *Run) { r.End.Elapsed = math.Inf(1) }},
		{"evaluations", "no clock shows more than 292 years", func(r *Run) { r.History[0].Elapsed = 1e10 }},
		{"evaluations", "the end has 1000000000000000 restarts, but only", func(r *Run) { r.End.Restarts = 1e15 }},
		{"evaluations", "the end has 1 restarts, but only 0 units, 0 moves and 0 evaluations", func(r *Run) {
			r.End.Counters = multiwalk.Counters{Restarts: 1}
		}},
		{"evaluations", "is of walk 3, but the run has 3, from 0 on", func(r *Run) { last(r).Walk, r.End.Walk = 3, 3 }},
		{"evaluations", "is of walk -2, but", func(r *Run) { r.History[0].Walk = -2 }},
		{"evaluations", "the solution of walk", func(r *Run) { r.End.Walk = (r.End.Walk + 1) % 3 }},
		{"evaluations", "4611686018427387904 walks; a run has at least one, and at most", func(r *Run) { r.Walks = 1 << 62 }},
		{"evaluations", "-1 walks; a run has at least one", func(r *Run) { r.Walks = -1 }},
		{"work", "it has 1000000 walks, but only", func(r *Run) { r.Walks = 1_000_000 }},
		{"evaluations", "evaluations, but stops after 200; that", func(r *Run) { r.End.FullEvaluations = 1e9; r.End.Units = 1e9 }},
		{"evaluations", "evaluations, but stops after 200; that", func(r *Run) { r.End.FullEvaluations, r.End.Units = 1e9, 3 }},
		{"evaluations", "0 walks; a run has at least one", func(r *Run) { r.Walks = 0 }},
		{"evaluations", "65537 workers for 3 walks", func(r *Run) { r.Workers = 65537 }},
		{"evaluations", "evaluations -5 must be above 0", func(r *Run) { r.Stop[0].Value = -5 }},
		{"evaluations", `unknown stop criterion "luck"`, func(r *Run) { r.Stop[1].Kind = "luck" }},
		{"evaluations", "incumbent 1 is of round 1, with -1 evaluations", func(r *Run) { r.History[0].Evaluations = -1 }},
		{"evaluations", "in round 0; walks begin in round 1", func(r *Run) { r.History[0].Round = 0 }},
		{"evaluations", "comes after one of round 2", func(r *Run) { r.History[0].Round = 2 }},
		{"evaluations", "after -1 seconds; nothing is counted below 0", func(r *Run) { r.History[0].Elapsed = -1 }},
		{"evaluations", "but the run ended after", func(r *Run) { last(r).Elapsed = r.End.Elapsed + 1 }},
		{"evaluations", "but the run ended after", func(r *Run) { last(r).Round = r.End.Rounds + 1 }},
		{"evaluations", "no less than the", func(r *Run) { r.History[0].Cost = last(r).Cost }},
		{"evaluations", "the record's last incumbent costs", func(r *Run) { r.History = r.History[:len(r.History)-1] }},
		{"evaluations", "but no incumbent", func(r *Run) { r.History = nil }},
		{"evaluations", "the walks had made more evaluations or moves than by its end", func(r *Run) { last(r).Evaluations = 1 << 40 }},
		{"evaluations", "the walks had made more evaluations or moves than by its end", func(r *Run) { last(r).Moves = 1 }},
		{"evaluations", "is random", func(r *Run) { r.History[0] = Incumbent{Cost: r.History[0].Cost, Walk: -1} }},
		{"evaluations", "or is not the first", func(r *Run) { last(r).Walk, r.End.Walk = -1, -1 }},
		{"evaluations", "the start is the first", func(r *Run) { r.Start = r.End.Solution }},
		{"start", "the start solution has 3 elements, but n is 7", func(r *Run) { r.Start = []int32{0, 1, 2} }},
		{"start", "the start solution does not hold", func(r *Run) { r.Start[0] = r.Start[1] }},
		{"start", "claims cost 24 for the start, its first incumbent; it costs 12", func(r *Run) { r.Start = []int32{6, 1, 2, 3, 4, 5, 0} }},
	} {
		r := recorded(t, kinds()[c.of])
		c.forge(&r)
		must.Fail(t, c.want)(Verify(r, displaced(7), r.Hash))
	}
}

func last(r *Run) *Incumbent { return &r.History[len(r.History)-1] }

// The order of incumbents in a round, and of those of a walk.
func TestCheck_Order(t *testing.T) {
	for _, c := range []struct {
		a, b Incumbent // of one run, b the later
		want string
	}{
		{Incumbent{Round: 2, Evaluations: 9}, Incumbent{Round: 2, Evaluations: 8, Walk: 1}, "in the order of evaluations, then walks"},
		{Incumbent{Round: 2, Evaluations: 9, Walk: 1}, Incumbent{Round: 2, Evaluations: 9}, "in the order of evaluations, then walks"},
		{Incumbent{Round: 2, Evaluations: 9}, Incumbent{Round: 3, Evaluations: 8}, "has fewer evaluations or moves"},
		{Incumbent{Round: 2, Moves: 9}, Incumbent{Round: 3, Moves: 8}, "has fewer evaluations or moves"},
		{Incumbent{Round: 2, Elapsed: 9}, Incumbent{Round: 3, Elapsed: 8}, "less time"},

		{Incumbent{Round: 2, Elapsed: 9}, Incumbent{Round: 2, Elapsed: 9}, ""},          // at one time
		{Incumbent{Round: 2, Elapsed: 9}, Incumbent{Round: 3, Elapsed: 8, Walk: 1}, ""}, // another went ahead
		{Incumbent{Round: 1, Evaluations: 9, Walk: 1}, Incumbent{Round: 1, Evaluations: 1}, ""},
	} {
		c.a.Cost, c.b.Cost = 5, 4
		r := Run{Header: Header{N: 1, Walks: 2}, History: []Incumbent{c.a, c.b}, End: &End{Status: multiwalk.Cancelled, Cost: 4, Walk: c.b.Walk,
			Rounds: 3, Elapsed: 10, Counters: multiwalk.Counters{DeltaEvaluations: 99, Moves: 99}, Solution: []int32{0}}}
		if err := r.Check(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v, %+v: %v, want %q", c.a, c.b, err, c.want)
		}
	}
}

func TestVerify_Killed(t *testing.T) {
	for _, c := range []struct {
		want  string
		forge func(*Run)
	}{
		{"", func(*Run) {}},
		{"", func(r *Run) { r.History = []Incumbent{{Cost: r.Last.Cost, Round: 1}} }},
		{"but the last live line has a solution of cost", func(r *Run) { r.History = []Incumbent{{Cost: r.Last.Cost - 1, Round: 1}} }},
		{"(difference -1)", func(r *Run) { r.Last.Cost-- }},
		{"the last live line counts -1", func(r *Run) { r.Last.Units = -1 }},
		{"the last live line counts -1", func(r *Run) { r.Last.Round = -1 }},
		{"the last live line comes after -1 seconds", func(r *Run) { r.Last.Elapsed = -1 }},
		{"the last live line is of walk 9", func(r *Run) { r.Last.Walk = 9 }},
		{"it has 2000000000 walks, but only", func(r *Run) { r.Walks, r.Stop = 2_000_000_000, nil }},
		{"evaluations, but stops after 200", func(r *Run) { r.Last.DeltaEvaluations = 9_000_000 }},
		{"has no solution", func(r *Run) { r.Last = nil }},
	} {
		r := killed(recorded(t, kinds()["evaluations"]))
		c.forge(&r)
		if err := Verify(r, displaced(7), r.Hash); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, want %q\n%s", err, c.want, text(t, r))
		}
	}
}

// A history without a solution proves nothing.
func TestCheck_HistoryAlone(t *testing.T) {
	r := recorded(t, kinds()["evaluations"])
	r.End = nil
	must.Fail(t, "but no solution of any; its end is missing")(r.Check())
	r.History = nil // killed before its first incumbent
	must.Do(t, r.Check())
}
