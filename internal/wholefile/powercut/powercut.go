// Package powercut lets tests cut the power of a disk: what was not synced is lost, wholly or in part.
package powercut

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/multiwalk/multiwalk/internal/wholefile"
)

// Disk is a double of the disk, beside the true one, which shows what processes see while there is power. It notes what a cut would leave
// at each moment: before and after each sync, and each change of a name. Of a content that was never synced that is some part from its
// beginning, and of names that were changed in a folder since that was synced some of the first changes. The oldest cut comes first.
type Disk struct {
	Cuts  []map[string][]byte // of each moment the files, by their names without the folder
	r     *rand.Rand
	names map[string]*file
	late  []change
	open  map[string]*file // as processes see them
}

type file struct{ written, synced []byte }

type change struct {
	name string
	file *file
}

// New puts a double in the place of the disk until the test is over. Only one goroutine at a time may write.
func New(t testing.TB, seed uint64) *Disk {
	d := &Disk{r: rand.New(rand.NewPCG(seed, 0)), names: map[string]*file{}, open: map[string]*file{}}
	t.Cleanup(wholefile.Use(wholefile.Disk{Sync: d.sync, Rename: d.rename, SyncFolder: d.syncFolder}))
	return d
}

// moment notes what a cut would leave now.
func (d *Disk) moment() {
	left := map[string][]byte{}
	put := func(name string, f *file) {
		if left[name] = f.synced; f.synced == nil {
			left[name] = f.written[:d.r.IntN(len(f.written)+1)]
		}
	}
	for name, f := range d.names {
		put(name, f)
	}
	for _, c := range d.late[:d.r.IntN(len(d.late)+1)] {
		put(c.name, c.file)
	}
	d.Cuts = append(d.Cuts, left)
}

func (d *Disk) sync(f *os.File) error {
	d.moment()
	text, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	d.open[f.Name()] = &file{text, text}
	d.moment()
	return nil
}

func (d *Disk) rename(from, to string) error {
	f := d.open[from]
	if f == nil {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		f = &file{written: text}
	}
	delete(d.open, from)
	d.late = append(d.late, change{to, f})
	d.moment()
	return os.Rename(from, to)
}

func (d *Disk) syncFolder(string) {
	for _, c := range d.late {
		d.names[c.name] = c.file
	}
	d.late = nil
	d.moment()
}
