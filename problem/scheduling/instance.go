package scheduling

import (
	"fmt"
	"io"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

const (
	mostTasks = 4096
	mostTime  = 1e12
	leastTime = 1e-200 // of all tasks together; what is less is none
	// room is what all tasks may take together, each on its slowest machine, so that costs fit 64 bits.
	room = 1 << 25
)

// Instance is the times as they were read, and the problem in whole units of 1/Scale.
type Instance struct {
	*Scheduling
	Exact []float64
	Scale float64
}

// Read reads an ETC matrix in the form of Braun et al.: tasks, machines, then the times of each task on all machines. Errors have the file,
// the line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	words := bounded.NewWords(r, file, "an ETC matrix: tasks, machines, and the times of each task", mostTasks*mostMachines*40)
	tasks, err := words.Whole("the number of tasks", 1, mostTasks)
	if err != nil {
		return nil, err
	}
	machines, err := words.Whole("the number of machines", 1, mostMachines)
	if err != nil {
		return nil, err
	}
	times := make([]float64, 0, min(tasks*machines, 1<<12))
	for k := range tasks * machines {
		time, err := words.Float(fmt.Sprintf("the time of task %d on machine %d", k/machines+1, k%machines+1), mostTime)
		if err != nil {
			return nil, err
		}
		times = append(times, time)
	}
	if err := words.End(fmt.Sprintf("%d times of each of %d tasks", machines, tasks)); err != nil {
		return nil, err
	}
	return Scaled(int(tasks), int(machines), times), nil
}

// FromTimes makes an instance of the times of each task on all machines: from 0 to 10^12, of up to 4096 tasks on up to 64 machines.
func FromTimes(times [][]float64) (*Instance, error) {
	tasks, all := len(times), []float64(nil)
	if tasks < 1 || tasks > mostTasks || len(times[0]) < 1 || len(times[0]) > mostMachines {
		return nil, fmt.Errorf("scheduling: %d tasks; give 1 to %d, and the times of each on 1 to %d machines", tasks, mostTasks, mostMachines)
	}
	for t, row := range times {
		for m, time := range row {
			if !(time >= 0 && time <= mostTime) {
				return nil, fmt.Errorf("scheduling: task %d takes %v on machine %d; it must be from 0 to %g", t, time, m, mostTime)
			}
		}
		if all = append(all, row...); len(row) != len(times[0]) {
			return nil, fmt.Errorf("scheduling: task %d has %d times, and task 0 has %d; give one for each machine", t, len(row), len(times[0]))
		}
	}
	return Scaled(tasks, len(times[0]), all), nil
}

// Scaled makes whole numbers of times: in units so small that all loads just fit.
func Scaled(tasks, machines int, times []float64) *Instance {
	total := 0.0
	for t := range tasks {
		slowest := 0.0
		for _, time := range times[t*machines : (t+1)*machines] {
			slowest = max(slowest, time)
		}
		total += slowest
	}
	if total < leastTime {
		total = 1 // nothing takes time
	}
	scale := room / total
	whole := make([]int32, len(times))
	for k, time := range times {
		whole[k] = int32(math.Round(time * scale))
	}
	return &Instance{New(tasks, machines, whole), times, scale}
}

// Draw draws an inconsistent instance: the time of a task, times a factor of its own on each machine. There is a machine for 16 tasks, and
// there are 64 at most.
func Draw(tasks int, seed uint64) (*Instance, error) {
	if tasks < 1 || tasks > mostTasks {
		return nil, fmt.Errorf("scheduling: %d tasks are not drawn; there may be 1 to %d", tasks, mostTasks)
	}
	return Generate(tasks, min(mostMachines, max(2, tasks/16)), seed), nil
}

// Generate is Draw for a number of machines; both numbers are within their bounds.
func Generate(tasks, machines int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	times := make([]float64, tasks*machines)
	for t := range tasks {
		size := 1 + 100*r.Float64()
		for m := range machines {
			times[t*machines+m] = size * (1 + 9*r.Float64())
		}
	}
	return Scaled(tasks, machines, times)
}

// Last finds by the exact times when the last machine finishes.
func (p *Instance) Last(x []int32) (last float64) {
	for m := range p.Machines {
		load := 0.0
		for t, at := range x {
			if at == m {
				load += p.Exact[int32(t)*p.Machines+m]
			}
		}
		last = max(last, load)
	}
	return last
}

// loads adds up the machines' times in whole units, from the exact ones, and uses nothing of what the search uses.
func (p *Instance) loads(x []int32) []int64 {
	loads := make([]int64, p.Machines)
	for m := range loads {
		for t, at := range x {
			if int(at) == m {
				loads[m] += int64(math.Round(p.Exact[t*len(loads)+m] * p.Scale))
			}
		}
	}
	return loads
}
