package service

import "time"

// Hurry has full disks looked at again soon, and returns what ends that.
func Hurry() (end func()) {
	before := roomAgain
	roomAgain = time.Millisecond
	return func() { roomAgain = before }
}
