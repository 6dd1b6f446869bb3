package wholefile

import "os"

// Disk is what makes content and names outlast a power cut.
type Disk struct {
	Sync       func(*os.File) error
	Rename     func(from, to string) error
	SyncFolder func(folder string) // as far as the file system can
}

var disk = Disk{Sync: (*os.File).Sync, Rename: os.Rename, SyncFolder: syncFolder}

// Use puts a disk in the place of the system's, until the function that it returns is called. It is for tests, while nobody writes.
func Use(d Disk) (restore func()) {
	was := disk
	disk = d
	return func() { disk = was }
}
