module github.com/multiwalk/multiwalk

go 1.26
