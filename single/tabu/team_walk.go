package tabu

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// machineTeam is the searches of a machine, by default one: a team of blocks each. Search i of the first machine makes the moves of walk i
// on cores. Between launches all that they are is on the host.
type machineTeam struct {
	fleet.Group[explorer.TabuMoving, explorer.TabuMover] // of a launch: as many as the machine holds at once
	s                                                    *teamSearch
	searches                                             []*tabuMovesWalk
	turn                                                 int // the first search of the next launch
	count                                                int // searches of the launch
	memory, bans                                         *gpu.Array[int32]
	states                                               *gpu.Array[explorer.TabuMover]
	board                                                *gpu.Array[int64]
	held                                                 []int32 // what memory has, or is to have
	away                                                 []bool  // of each search: what is tabu is on the machine alone
	empty                                                []int64 // board
}

// machine makes the searches of a machine.
func (s *teamSearch) machine() *machineTeam {
	w := &machineTeam{s: s}
	w.Plan, w.LayOut, w.Arrays, w.Alone = s.settled(), w.layOut, w.arrays, true
	w.Costs = func(s *explorer.TabuMover) (int64, int64) { return s.Cost, s.Least }
	w.Found = fleet.Packed(func(search int, x []int32) error {
		copy(x, w.searches[search].Top)
		return nil
	})
	return w
}

func (w *machineTeam) Start(id int, kernels []*gpu.Kernel) error {
	for i := range max(1, w.Asked()) {
		made, err := w.s.tabuMoves.NewWalk(id*fleet.First + i)
		if err != nil {
			return err
		}
		one := made.(*tabuMovesWalk)
		one.stream = uint32(id*fleet.First + i)
		w.searches = append(w.searches, one)
	}
	return w.Group.Start(id, kernels)
}

func (w *machineTeam) Searches() int { return len(w.searches) }

// teamThreads is how many threads a block has, half as many where there is no move for each.
const teamThreads = 256

// teamPoll is how many iterations a search makes between two looks at whether to stop: that takes a microsecond.
const teamPoll = 64

// mostCopies bounds the bytes of what blocks have of their own.
const mostCopies = 1 << 30

// arrays makes the memory.
func (w *machineTeam) arrays() []any {
	on, t, blocks := &w.Memory, &w.s.table, w.Size*int(w.Plan.Team)
	members, free := fleet.ArrayOf(on, t.Members), fleet.ArrayOf(on, t.Free)
	tenures := fleet.ArrayOf(on, w.searches[0].deviceTenures(t.Members))
	for i := range w.States {
		w.States[i].Least = w.searches[i].Least
	}
	w.states, w.held, w.away = w.Track(), make([]int32, w.Size*w.numbers()), make([]bool, len(w.searches))
	w.memory, w.bans = fleet.Array[int32](on, len(w.held)), fleet.Array[int32](on, w.Size*int(w.Plan.Places))
	if w.alone() {
		return []any{members, tenures, free, w.memory, w.bans, w.states}
	}
	copies := fleet.Array[int32](on, blocks*explorer.MovesCopy(int(w.Plan.N), int(w.Plan.Places)))
	w.empty = make([]int64, explorer.MovesBoard(blocks, w.Size))
	w.board = fleet.Array[int64](on, len(w.empty))
	return []any{members, tenures, free, w.memory, w.bans, copies, w.states, w.board}
}

// numbers is how many a search has in memory.
func (w *machineTeam) numbers() int { return 3 * int(w.Plan.N) }

// parts are a search's solution, its incumbent and the best of its burst.
func (w *machineTeam) parts(i int) (x, best, top []int32) {
	n, all := int(w.Plan.N), w.held[i*w.numbers():][:w.numbers()]
	return all[:n], all[n : 2*n], all[2*n:]
}

// alone says whether a thread makes a search.
func (w *machineTeam) alone() bool { return w.s.m.Mapping == walking.MappingSearch }

// stays says whether each search has a place of its own on the machine, so that what is tabu may stay there.
func (w *machineTeam) stays() bool {
	return w.Size == len(w.searches) && w.searches[0].memory.present == nil
}

// bring brings what is tabu for a search from place i of the machine, if it is there alone.
func (w *machineTeam) bring(search, i int) error {
	if !w.away[search] {
		return nil
	}
	w.away[search] = false
	return w.bans.Read(w.searches[search].memory.until, i*int(w.Plan.Places))
}

// layOut finds how many blocks a search has: as many as have moves for all their threads, if the machine holds them at once.
func (w *machineTeam) layOut() (shape gpu.Shape, atOnce int, err error) {
	s, m, searches, memory := w.s, w.Machine, len(w.searches), w.searches[0].memory
	n, places, resident := s.N, len(memory.until), 0
	w.Plan.N, w.Plan.Places, w.Plan.Where, w.Plan.Poll = int32(n), int32(places), memory.where, teamPoll
	w.Plan.Length, w.Plan.Patience, w.Plan.Seed = int64(s.bursts.Length), s.patience, s.Planned.Seed
	if w.alone() {
		return w.layOutAlone()
	}
	shape = gpu.Shape{Threads: teamThreads, Shared: explorer.MovesRoom(n, s.tableSize()), Together: true}
	switch {
	case m.Emulated():
		shape.Threads = 32
	case s.Size < int64(teamThreads*m.Multiprocessors()/searches):
		shape.Threads = teamThreads / 2
	}
	if shape.Shared <= m.SharedPerBlock() {
		if resident, err = w.Kernel.Resident(shape.Threads, shape.Shared); err != nil {
			return shape, 0, err
		}
	}
	if resident == 0 {
		return shape, 0, walk.NoKernel(s.Method, s.Planned.Device, fmt.Sprintf("a solution and its table take %d bytes, and a block has %d; "+
			"run it on CPU cores", shape.Shared, m.SharedPerBlock()))
	}
	most := resident * m.Multiprocessors()
	atOnce = min(searches, most)
	each := int64(4 * (places + 2*n))
	team := min(int64(most/atOnce), (s.Size+int64(shape.Threads)-1)/int64(shape.Threads), explorer.MostTeam,
		mostCopies/each/int64(atOnce))
	if m.Emulated() {
		team = min(team, emulatedTeam)
	}
	w.Plan.Team = int32(max(1, team))
	return shape, atOnce, nil
}

// layOutAlone is layOut for threads that make a search each.
func (w *machineTeam) layOutAlone() (shape gpu.Shape, atOnce int, err error) {
	m, searches := w.Machine, len(w.searches)
	shape.Threads, w.Plan.Team = aloneThreads, 1
	if m.Emulated() || searches < aloneThreads*m.Multiprocessors() {
		shape.Threads = 32
	}
	each := int64(4 * explorer.MovesCopy(w.s.N, int(w.Plan.Places)))
	return shape, int(min(int64(searches), max(1, mostCopies/each))), nil
}

// aloneThreads is how many threads a block has where each makes a search.
const aloneThreads = 128

// emulatedTeam is how many blocks a search has at most in the emulator, where more only take longer.
const emulatedTeam = 3

// deviceTenures is what tenures of members are drawn from. Where elements are fixed, a kind of move may have several members.
func (w *tabuMovesWalk) deviceTenures(members []neighbourhood.Member) []explorer.MovesTenure {
	list, kind := make([]explorer.MovesTenure, len(members)), 0
	for k := range members {
		for w.members[kind].End < members[k].End {
			kind++
		}
		t := &list[k]
		t.Least, t.Spread, t.Most = w.tenureOf(kind)
		t.Most = min(t.Most, longestTenure)
	}
	return list
}

func (w *machineTeam) mean() int { return w.searches[0].mean() }

// Step implements walk.Walk. A unit is an iteration of one search.
func (w *machineTeam) Step(s *walk.Slice) bool {
	for s.Left() > 0 && s.EvaluationsLeft(w.Counters().Evaluations()) > 0 && !s.Aborted() {
		if !w.launch(s) {
			return true
		}
	}
	return true
}

// launch has as many searches as the machine holds at once make iterations, each as many as there are for all of them. It returns false if the
// walk must not go on.
func (w *machineTeam) launch(s *walk.Slice) bool {
	evaluations := s.EvaluationsLeft(w.Counters().Evaluations())
	left, all := min(int64(s.Left()), (evaluations-1)/w.s.Size+1), int64(len(w.searches))
	w.count = int(min(left, all, int64(w.Size)))
	most := int64(explorer.MostMoves)
	if w.s.m.Mapping == walking.MappingIteration {
		most = 1
	}
	err := error(nil)
	for i := range w.count {
		err = errors.Join(err, w.send(i, s, min(max(1, left/all), most)))
	}
	if err == nil {
		err = w.run(s)
	}
	goesOn := true
	for i := 0; i < w.count && err == nil; i++ {
		err = w.receive(i, s)
		goesOn = goesOn && w.States[i].End != explorer.MovesStopped
	}
	if err != nil {
		s.Fail(err)
		return false
	}
	if !w.stays() {
		w.turn = w.at(w.count)
	}
	return goesOn
}

// at is number i of the searches of a launch.
func (w *machineTeam) at(i int) int { return (w.turn + i) % len(w.searches) }

// part is the slice of a search.
func (w *machineTeam) part(i int, s *walk.Slice) *walk.Slice {
	_, incumbent := w.Best()
	return s.Sub(s.Left(), math.MaxInt64, w.others(w.at(i)), incumbent)
}

// send tells the machine where a search is, which first begins another burst if it must, and is to make a number of iterations.
func (w *machineTeam) send(i int, s *walk.Slice, iterations int64) (err error) {
	search := w.at(i)
	one := w.searches[search]
	t := one.memory
	if t.latest >= epoch || t.now >= epoch-explorer.MostMoves-1 { // what is tabu is to change here
		err = w.bring(search, i)
	}
	if one.over() {
		one.perturb(w.part(i, s))
	}
	if t.now >= epoch-explorer.MostMoves-1 {
		t.moveBack()
	}
	one.Keep()
	w.States[i] = explorer.TabuMover{Walk: one.stream, Now: t.now, Latest: t.latest, Drawn: one.random.Drawn(), Until: iterations,
		Cost: one.Cost, Least: one.Least, Top: one.topCost, Made: one.made, TopMade: one.topMade}
	x, best, top := w.parts(i)
	copy(x, one.X)
	copy(best, one.Top)
	copy(top, one.top)
	if !w.away[search] {
		err = errors.Join(err, w.bans.Write(t.until, i*int(w.Plan.Places)))
	}
	return err
}

// run launches the kernel and waits for it.
func (w *machineTeam) run(s *walk.Slice) error {
	w.Stop.Set(0)
	w.Plan.Searches, w.Shape.Blocks = int32(w.count), w.count*int(w.Plan.Team)
	held := w.held[:w.count*w.numbers()]
	err := errors.Join(w.memory.Write(held, 0), w.states.Write(w.States, 0))
	if w.alone() {
		w.Shape.Blocks = (w.count + w.Shape.Threads - 1) / w.Shape.Threads
	} else {
		err = errors.Join(err, w.board.Write(w.empty, 0))
	}
	if err != nil {
		return err
	}
	if err := w.Launch(0, 0, s.Target()); err != nil {
		return err
	}
	if err := w.Machine.Wait(s.Aborted, w.Stop); err != nil {
		return err
	}
	return errors.Join(w.Read(), w.memory.Read(held, 0))
}

// receive brings a search up to date with what the machine made. Where no move is admissible, the search makes a random one here.
func (w *machineTeam) receive(i int, s *walk.Slice) (err error) {
	search := w.at(i)
	one := w.searches[search]
	m, part := &w.States[i], w.part(i, s)
	for range m.Count {
		part.Next(one.Counters().Evaluations())
	}
	x, best, top := w.parts(i)
	copy(one.X, x)
	copy(one.Top, best)
	copy(one.top, top)
	if w.away[search] = true; !w.stays() || m.End == explorer.MovesBarred {
		err = w.bring(search, i)
	}
	one.moved(m)
	if m.Least < one.Least {
		one.Least = m.Least
		part.Improved(one.Least, one.Counters())
	}
	if invariants.Enabled {
		one.Ledger(w.s.Method)
	}
	if one.Tell != nil && m.Count > 0 {
		one.Note(part)
	}
	if m.End != explorer.MovesBarred || !part.Next(one.Counters().Evaluations()) {
		return err
	}
	one.look.priced += w.s.Size // in vain
	one.NB.Reset(one.X)
	neighbourhood.Know(one.NB, one.X, one.Cost)
	v, d := one.randomMove()
	one.make(v, d, part)
	return err
}

// moved takes the numbers of a search from the machine.
func (w *tabuMovesWalk) moved(m *explorer.TabuMover) {
	w.Cost, w.topCost, w.made, w.topMade = m.Cost, m.Top, m.Made, m.TopMade
	w.memory.now, w.memory.latest = m.Now, m.Latest
	w.random.Skip(m.Drawn)
	w.Work.Units += m.Count
	w.Work.Moves += m.Count
	w.look.priced += m.Count * w.s.Size
}

// others is the work of all searches but one.
func (w *machineTeam) others(but int) (c multiwalk.Counters) {
	for i, one := range w.searches {
		if i != but {
			c.Add(one.Counters())
		}
	}
	return c
}

func (w *machineTeam) Counters() multiwalk.Counters { return w.others(-1) }

func (w *machineTeam) Best() (best []int32, least int64) {
	least = math.MaxInt64
	for _, one := range w.searches {
		if one.Least < least {
			best, least = one.Best()
		}
	}
	return best, least
}

// Adopt implements walk.Adopter: all searches go on from x.
func (w *machineTeam) Adopt(x []int32, cost int64) {
	for _, one := range w.searches {
		one.Adopt(x, cost)
	}
}

func (w *machineTeam) Save(a *checkpoint.Archive) {
	a.Fields("team", &w.turn)
	for i, one := range w.searches {
		if a.Reading() {
			w.away[i] = false
		} else if err := w.bring(i, i); err != nil {
			a.Fail(err)
		}
		one.Save(a)
	}
}
