module example.com/timetable

go 1.26.0

require github.com/multiwalk/multiwalk v0.0.0

require golang.org/x/sys v0.49.0 // indirect

replace github.com/multiwalk/multiwalk => ../..
