package passing

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// next is Tree.Next. Steps are made in one place, as each place is a copy of them.
func (w *walker) next(x []uint32) {
	base, child := w.top()
	if child == nothing {
		w.root()
	} else {
		w.guess(base, child)
	}
	steps, least := int32(nodeSteps), float32(nodeTol)
	if child == nothing {
		steps, least = rootSteps, rootTol
	}
	for k := range steps {
		if w.step(child == nothing || k == 0 && w.bits < w.Luck) < least {
			break
		}
	}
	next, top := uint32(likelier), child == nothing || child == drawn // of the tree, or of what is drawn above it
	grows := top && w.bits < w.Luck-treeLuck && w.Draws < mostDraws
	if grows {
		next = drawn
	} else if top {
		w.Luck = max(w.Luck, w.bits)
	}
	if grows || w.bits < w.Luck && w.Depth < Depths {
		if at := w.choose(); at >= 0 {
			w.push(at, next)
			return
		}
	}
	w.look(x)
}

// top finds the next guess: of a node at base, and which; nothing where the tree is done.
func (w *walker) top() (base int32, child uint32) {
	for w.Depth > 0 {
		base = w.node(w.Depth - 1)
		head := base + w.a.NodeWords() - nodeHead
		child = w.nodes[head+nodeNext]
		if child == drawn {
			w.Depth = 0
			return base, child
		}
		if child == nothing {
			w.Depth--
			continue
		}
		mean := math.Float32frombits(w.nodes[base+int32(w.nodes[head+nodeAt])])
		luck := math.Float32frombits(w.nodes[head+nodeBits]) + luckFor(mean, signOf(mean, int32(child)))
		w.t.SyncWarp()
		if w.t.LaneID() == 0 {
			w.nodes[head+nodeNext] = child + 1
		}
		w.t.SyncWarp()
		if luck <= w.Luck+1 {
			return base, child
		}
	}
	return 0, nothing
}

// node is where a node lies.
func (w *walker) node(depth int32) int32 { return (w.walk*Depths + depth) * w.a.NodeWords() }

// draw is random words of the present tree.
func (w *walker) draw(step uint64, id uint32) [4]uint32 {
	return lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(w.Trees)*drawSteps+step, id)
}

// disorder draws the order of the present tree.
func (w *walker) disorder() {
	for b := range w.a.Columns {
		w.order[b*lane.WarpSize+w.t.LaneID()] = disorder(w.draw(uint64(b), uint32(w.t.LaneID()))[1])
	}
}

// root is Tree.root, without its steps.
func (w *walker) root() {
	id := w.t.LaneID()
	w.Trees++
	w.Draws = 0
	w.Luck = luckOf(w.draw(Blocks, 0)[0], w.a.Side, w.Trees)
	w.disorder()
	w.fixed, w.bits = 0, 0
	for b := range w.a.Columns {
		j, mean := b*lane.WarpSize+id, float32(0)
		if j < w.a.N {
			mean = firstMean(w.draw(uint64(b), uint32(id))[0])
		}
		w.m[j] = mean
	}
	for i := id; i < w.a.Rows*lane.WarpSize; i += lane.WarpSize {
		w.g[i] = 0
	}
	w.lm[id] = w.table[2*Values+id]
	w.t.SyncWarp()
}

// guess makes a child of a stored node the present one.
func (w *walker) guess(base int32, child uint32) {
	head := base + w.a.NodeWords() - nodeHead
	at := int32(w.nodes[head+nodeAt])
	mean := math.Float32frombits(w.nodes[base+at])
	w.pull(base)
	sign := signOf(mean, int32(child))
	if child == drawn {
		sign = drawnSign(w.draw(Blocks+1, uint32(w.Draws))[0], mean)
		w.Draws++
	}
	w.bits = math.Float32frombits(w.nodes[head+nodeBits]) + luckFor(mean, sign)
	w.t.SyncWarp()
	if at&(lane.WarpSize-1) == w.t.LaneID() {
		w.m[at] = sign
		w.fixed |= 1 << uint32(at/lane.WarpSize)
	}
	w.t.SyncWarp()
}

// choose is Tree.choose.
func (w *walker) choose() int32 {
	least, at := int32(math.MaxInt32), int32(math.MaxInt32)
	for b := range w.a.Columns {
		j := b*lane.WarpSize + w.t.LaneID()
		if w.fixed>>uint32(b)&1 != 0 || j >= w.a.N {
			continue
		}
		if k := int32(math.Float32bits(abs(w.m[j]) + w.order[j])); k < least {
			least, at = k, j
		}
	}
	all := lane.WarpMin(w.t, least)
	if all == math.MaxInt32 {
		return -1
	}
	if least != all {
		at = math.MaxInt32
	}
	w.t.SyncWarp() // another lane wrote its mean
	if at = lane.WarpMin(w.t, at); abs(w.m[at]) > certain {
		return -1
	}
	return at
}

// push stores the present node, where a sign of column j is next.
func (w *walker) push(j int32, next uint32) {
	id, base := w.t.LaneID(), w.node(w.Depth)
	to := base + id
	for b := range w.a.Columns {
		w.nodes[to] = math.Float32bits(w.m[b*lane.WarpSize+id])
		to += lane.WarpSize
	}
	for b := range w.a.Rows {
		w.nodes[to] = math.Float32bits(w.g[b*lane.WarpSize+id])
		to += lane.WarpSize
	}
	w.nodes[to], w.nodes[to+lane.WarpSize] = math.Float32bits(w.lm[id]), w.fixed
	head := base + w.a.NodeWords() - nodeHead
	if id == 0 {
		w.nodes[head+nodeBits], w.nodes[head+nodeAt], w.nodes[head+nodeNext] = math.Float32bits(w.bits), uint32(j), next
	}
	w.Depth++
	w.t.SyncWarp()
}

// pull makes a stored node the present one.
func (w *walker) pull(base int32) {
	id, from := w.t.LaneID(), base
	from += id
	for b := range w.a.Columns {
		w.m[b*lane.WarpSize+id] = math.Float32frombits(w.nodes[from])
		from += lane.WarpSize
	}
	for b := range w.a.Rows {
		w.g[b*lane.WarpSize+id] = math.Float32frombits(w.nodes[from])
		from += lane.WarpSize
	}
	w.lm[id], w.fixed = math.Float32frombits(w.nodes[from]), w.nodes[from+lane.WarpSize]
}
