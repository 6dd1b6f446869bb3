#!/bin/sh
# Moves package single into packages. Run it in the root of a clean tree that has this folder as .plan: sh .plan/run.sh
set -e
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "the tree is not clean" >&2; exit 1; }
python3 .plan/prepare.py
go run ./.plan/split .plan/plan.txt > .plan/report.txt
if grep TAKEN .plan/report.txt; then echo "names are taken" >&2; exit 1; fi
git add -A single; python3 .plan/after.py
gofmt -l single
go test ./cmd/multiwalk -run TestDocs_AreTheComments -update
git add -A single tune docs cmd internal tools ARCHITECTURE.md
