package counting

import "context"

// batch is prefixes for a device: of whole tasks, or a part of one.
type batch struct {
	prefixes []prefix
	tasks    []int // whose last prefixes it has; none if a task goes on in the next batch
}

// feed extends tasks to prefixes for a device, and cuts them into batches.
type feed struct {
	ctx  context.Context
	plan *plan
	most int // prefixes of a batch
	out  chan<- batch
	next batch
}

// run sends the batches of the tasks that next gives, until there are none, or the context ends.
func (f *feed) run(next func() (task int, ok bool)) {
	defer close(f.out)
	for {
		task, ok := next()
		if !ok {
			f.cut(len(f.next.prefixes))
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
	root, begin := f.plan.task(task), len(f.next.prefixes)
	k := &f.plan.classes[root.Class]
	whole := k.extend(root, f.plan.depth, f.plan.deep, func(q prefix) bool {
		if q.Columns|q.Left|q.Right|k.blocked[f.plan.deep] == ^uint32(0) {
			return true // a dead end
		}
		if len(f.next.prefixes)%lookAfter == 0 && f.ctx.Err() != nil {
			return false
		}
		for len(f.next.prefixes) == f.most { // twice if all that is before the task is tasks without prefixes
			if len(f.next.tasks) == 0 {
				begin = f.most
			}
			if !f.cut(begin) {
				return false
			}
			begin = 0
		}
		q.Columns |= uint32(f.plan.deep) << rowShift // as a kernel takes it
		q.Class *= classStride
		f.next.prefixes = append(f.next.prefixes, q)
		return true
	})
	f.next.tasks = append(f.next.tasks, task)
	return whole
}

// cut sends a batch: the tasks that are whole, whose prefixes end at a place, or else a part of one.
func (f *feed) cut(at int) bool {
	b, rest := f.next, f.next.prefixes[at:]
	b.prefixes = b.prefixes[:at]
	f.next = batch{prefixes: append(make([]prefix, 0, len(b.prefixes)), rest...)}
	select {
	case f.out <- b:
		return true
	case <-f.ctx.Done():
		return false
	}
}
