package neighbourhood

import (
	"sort"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// union is several operators one after the other: their moves have consecutive indices.
type union struct {
	*pricer // shared by the members
	name    string
	members []operator
	ends    []int64  // ends[i] is the first index after member i
	weights []uint32 // running sums of the chances that Random gives to the members
	priced  bool     // every member is incremental
}

// newUnion weighs the members for Random: the kinds of move on a tour alike, though there are ten times as many or-opt
// moves as 2-opt moves; the parts of a product by their lengths. A member without moves has no weight.
func newUnion(members []operator, weights []uint32, shared *pricer) *union {
	u := &union{pricer: shared, members: members, priced: true}
	var names []string
	var size int64
	var sum uint32
	for i, o := range members {
		size += o.Size()
		if o.Size() > 0 {
			sum += weights[i]
		}
		u.ends, u.weights = append(u.ends, size), append(u.weights, sum)
		u.priced = u.priced && o.Incremental()
		if len(names) == 0 || !strings.Contains("+"+strings.Join(names, "+")+"+", "+"+o.Name()+"+") {
			names = append(names, o.Name())
		}
	}
	u.name = strings.Join(names, "+")
	return u
}

func (u *union) Name() string      { return u.name }
func (u *union) Size() int64       { return u.ends[len(u.ends)-1] }
func (u *union) Incremental() bool { return u.priced }

func (u *union) Move(k int64) Move {
	i := sort.Search(len(u.ends), func(i int) bool { return k < u.ends[i] })
	if i > 0 {
		k -= u.ends[i-1]
	}
	return u.members[i].Move(k)
}

func (u *union) Index(m Move) int64 {
	var from int64
	for i, o := range u.members {
		if o.owns(m) {
			return from + o.Index(m)
		}
		from = u.ends[i]
	}
	return -1
}

func (u *union) Random(r *multiwalk.Rand) Move {
	w := r.Uint32N(u.weights[len(u.weights)-1])
	for i, o := range u.members {
		if w < u.weights[i] {
			return o.Random(r)
		}
	}
	return Move{}
}

// owner returns the member that a move belongs to.
func (u *union) owner(m Move) operator {
	for _, o := range u.members {
		if o.owns(m) {
			return o
		}
	}
	return nil
}

func (u *union) Apply(x []int32, m Move)       { u.owner(m).Apply(x, m) }
func (u *union) Undo(x []int32, m Move)        { u.owner(m).Undo(x, m) }
func (u *union) Delta(x []int32, m Move) int64 { return u.owner(m).Delta(x, m) }
