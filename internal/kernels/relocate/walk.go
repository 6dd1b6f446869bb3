package relocate

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// word is a link: a city's successor in the low half and the length of the edge there in the high one.
type word interface{ uint32 | uint64 }

// half is how many bits half a link has.
func half[L word]() uint32 {
	if ^L(0)>>31>>1 == 0 {
		return 16
	}
	return 32
}

func successor[L word](link L) uint32 { return uint32(link & (1<<half[L]() - 1)) }
func length[L word](link L) int32     { return int32(link >> half[L]()) }

// relocator is a tour in shared memory and the warp that walks it.
type relocator[C any, M kernel.Metric[C], L word] struct {
	t      lane.Thread
	m      M
	n      int32
	spread uint32   // added to the places of an iteration, gives the lane's
	at     []C      // places by city
	links  []L      // see word
	gains  []int32  // what taking the city out gains
	back   []uint16 // previous city
}

// load takes up a tour, given as the city that follows each.
func (w *relocator[C, M, L]) load(next []uint16, how variant) {
	if how.is(reversal) {
		w.loadPositions(next)
		return
	}
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		w.join(c, int32(next[c]))
	}
	w.t.SyncWarp()
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		w.gains[c] = w.gain(c)
	}
	w.t.SyncWarp()
}

// join makes c follow by d.
func (w *relocator[C, M, L]) join(c, d int32) {
	w.links[c] = w.link(c, d)
	w.back[d] = uint16(c)
}

// link is the word of a city c that d follows.
func (w *relocator[C, M, L]) link(c, d int32) L {
	return L(d) | L(w.m.Between(w.at[c], w.at[d]))<<half[L]()
}

// gain computes a city's gain from the links.
func (w *relocator[C, M, L]) gain(c int32) int32 {
	p, link := int32(w.back[c]), w.links[c]
	return length(w.links[p]) + length(link) - w.m.Between(w.at[p], w.at[successor(link)])
}

// cost adds up the edges.
func (w *relocator[C, M, L]) cost(how variant) int32 {
	if how.is(reversal) {
		return w.lengthByPositions()
	}
	sum := int32(0)
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		sum += length(w.links[c])
	}
	return lane.WarpAdd(w.t, sum)
}

// store writes out the tour.
func (w *relocator[C, M, L]) store(next []uint16, how variant) {
	if how.is(reversal) {
		w.storePositions(next)
		return
	}
	for c := w.t.LaneID(); c < w.n; c += lane.WarpSize {
		next[c] = uint16(successor(w.links[c]))
	}
}

// price returns the lane's key for a relocation, of city v to between a and the city that follows a: the delta, and below
// it the lane, less bound. A lane has no move where v follows a already.
func (w *relocator[C, M, L]) price(draw, bound uint32) int32 {
	v, a := w.pair(draw)
	link := w.links[a]
	b := successor(link)
	place := w.at[v]
	delta := w.m.Between(w.at[a], place) + w.m.Between(place, w.at[b]) - length(link) - w.gains[v]
	key := delta<<variant(0).bits() + (w.t.LaneID() - int32(bound))
	if b == v {
		key = noKey
	}
	return key
}

// bundle is relocations to between one city a and the next, b, of several cities v.
type bundle[C any] struct {
	a, b     uint32
	from, to C // where a and b are
	length   int32
}

// priceMany returns the least key of several relocations, all to between one city and the next. A lane's cities are
// 32 apart, so no lane prices what another one does.
func (w *relocator[C, M, L]) priceMany(word, bound uint32, moves int32) int32 {
	_, a := w.pair(word + w.spread)
	link := w.links[a]
	b := successor(link)
	p := bundle[C]{a: a, b: b, from: w.at[a], to: w.at[b], length: length(link)}
	ahead := w.ahead(w.pair(word)) // the same in all lanes
	least, id := int32(noKey), w.t.LaneID()
	for ; moves >= 2; moves -= 2 {
		next := w.further(ahead)
		least = min(least, w.priceOf(p, ahead, id), w.priceOf(p, next, id+lane.WarpSize))
		ahead, id = w.further(next), id+2*lane.WarpSize
	}
	if moves > 0 {
		least = min(least, w.priceOf(p, ahead, id))
	}
	return least - int32(bound)
}

// priceOf returns the key of relocating the city so far ahead of a, with a move's number.
func (w *relocator[C, M, L]) priceOf(p bundle[C], ahead, number int32) int32 {
	v := w.before(p.a, ahead)
	place := w.at[v]
	delta := w.m.Between(p.from, place) + w.m.Between(place, p.to) - p.length - w.gains[v]
	key := delta<<variant(many).bits() + number
	if p.b == v {
		key = noKey
	}
	return key
}

// further goes on to the next of a lane's moves.
func (w *relocator[C, M, L]) further(ahead int32) int32 {
	if ahead -= lane.WarpSize; ahead < 1 {
		ahead += w.n - 1
	}
	return ahead
}

// pair unpacks a draw: a city to take out and one to put it after.
func (w *relocator[C, M, L]) pair(draw uint32) (v, a uint32) {
	v, a = draw&0xffff, draw>>16
	return min(v, v-uint32(w.n)), min(a, a-uint32(w.n)) // wraps, as a difference below 0 is a great number
}

// ahead returns how much a's number is above v's, cyclically: 1 to n-1.
func (w *relocator[C, M, L]) ahead(v, a uint32) int32 { return int32(min(a-v, a-v+uint32(w.n))) }

// before returns the city whose number is a's less ahead, cyclically.
func (w *relocator[C, M, L]) before(a uint32, ahead int32) uint32 {
	v := a - uint32(ahead)
	return min(v, v+uint32(w.n))
}

// move carries out relocation number index of those that belong to word. Of p v q and a b it makes p q and a v b: lane 0
// links p to q, lane 1 a to v, lane 2 v to b. Then these compute the gains of p, a and v anew, lanes 4 and 6 those of q
// and b, from the links, since the five need not all differ. No lane waits for another at a branch: those without a city
// of their own do as some other, and write where nobody reads.
func (w *relocator[C, M, L]) move(word, index uint32, how variant) {
	v, a := w.pair(word + index%lane.WarpSize*0x10001)
	if how.is(many) {
		ahead := w.ahead(v, a)
		for ahead -= int32(index &^ (lane.WarpSize - 1)); ahead < 1; {
			ahead += w.n - 1
		}
		v = w.before(a, ahead)
	}
	p, q, b := uint32(w.back[v]), successor(w.links[v]), successor(w.links[a])
	id := w.t.LaneID()
	first, second := id&3 == 0, id&3 == 1
	from, to := pick(first, p, pick(second, a, v)), pick(first, q, pick(second, v, b))
	link := w.link(int32(from), int32(to))
	w.t.SyncWarp()
	nowhere := uint32(w.n + id)
	w.links[pick(id < 3, from, nowhere)] = link
	w.back[pick(id < 3, to, nowhere)] = uint16(from)
	w.t.SyncWarp()
	city := pick(id < 4, from, to)
	gain := w.gain(int32(city))
	w.gains[pick(0b1010111>>id&1 != 0, city, nowhere)] = gain
	w.t.SyncWarp()
}

func pick(first bool, a, b uint32) uint32 {
	if first {
		return a
	}
	return b
}
