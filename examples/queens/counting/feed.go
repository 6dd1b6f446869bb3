package counting

import (
	"context"
	"slices"
)

// batch is prefixes for a device: of whole tasks, or a part of one.
type batch struct {
	prefixes []prefix
	tasks    []int // whose last prefixes it has; none if a task goes on in the next batch
}

// feed extends tasks to prefixes for a device, and cuts them into batches.
type feed struct {
	ctx     context.Context
	plan    *plan
	most    int // prefixes of a batch
	out     chan<- batch
	tasks   []int
	classes [][]prefix // of the batch, by class: lanes of a warp that share a class do not wait for its table
	size    int
}

// run sends the batches of the tasks that next gives, until there are none, or the context ends.
func (f *feed) run(next func() (task int, ok bool)) {
	defer close(f.out)
	f.classes = make([][]prefix, len(f.plan.classes))
	for {
		task, ok := next()
		if !ok {
			f.flush()
			return
		}
		if !f.extend(task) {
			return
		}
	}
}

// lookAfter is how many prefixes are made between two looks at the context.
const lookAfter = 1 << 12

// extend adds a task. It returns false if the context ended before.
func (f *feed) extend(task int) bool {
	root := f.plan.task(task)
	k, begin := &f.plan.classes[root.Class], len(f.classes[root.Class])
	whole := k.extend(root, f.plan.depth, f.plan.deep, func(q prefix) bool {
		if q.Columns|q.Left|q.Right|k.blocked[f.plan.deep] == ^uint32(0) {
			return true // a dead end
		}
		if f.size%lookAfter == 0 && f.ctx.Err() != nil {
			return false
		}
		for f.size == f.most { // twice if all that is before the task is tasks without prefixes
			if !f.cut(root.Class, begin) {
				return false
			}
			begin = 0
		}
		f.classes[root.Class] = append(f.classes[root.Class], onDevice(q, f.plan.deep))
		f.size++
		return true
	})
	f.tasks = append(f.tasks, task)
	return whole
}

// onDevice is a prefix of rows rows as a kernel takes it.
func onDevice(q prefix, rows int) prefix {
	q.Columns |= uint32(rows) << rowShift
	q.Class *= classStride
	return q
}

// cut sends a full batch. What it has of a task that is not finished, in its class from begin on, goes to the next one,
// unless there is nothing else.
func (f *feed) cut(class uint32, begin int) bool {
	if len(f.tasks) == 0 {
		return f.flush()
	}
	rest := slices.Clone(f.classes[class][begin:])
	f.classes[class] = f.classes[class][:begin]
	if !f.flush() {
		return false
	}
	f.classes[class] = append(f.classes[class], rest...)
	f.size = len(rest)
	return true
}

// flush sends what there is.
func (f *feed) flush() bool {
	if f.size == 0 && len(f.tasks) == 0 {
		return true
	}
	b := batch{prefixes: make([]prefix, 0, f.size), tasks: f.tasks}
	for i, list := range f.classes {
		b.prefixes = append(b.prefixes, list...)
		f.classes[i] = list[:0]
	}
	f.tasks, f.size = nil, 0
	select {
	case f.out <- b:
		return true
	case <-f.ctx.Done():
		return false
	}
}
