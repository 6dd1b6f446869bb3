package generated

import (
	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/kernels/greedy"
	"github.com/multiwalk/multiwalk/internal/kernels/quantum"
	"github.com/multiwalk/multiwalk/internal/kernels/regions"
	"github.com/multiwalk/multiwalk/internal/kernels/relocate"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/internal/kernels/temper"
	"github.com/multiwalk/multiwalk/kernel"
)

func AnnealRegions[C any, M kernel.Metric[C]]() any             { return regions.AnnealRegions[C, M] }
func AnnealSwap[P kernel.Swapper]() any                         { return anneal.AnnealSwap[P] }
func AnnealSwapWide[P kernel.Swapper]() any                     { return anneal.AnnealSwapWide[P] }
func Assign[P kernel.Rater[E, R, A], E any, R any, A any]() any { return construct.Assign[P, E, R, A] }

func AssignStored[P kernel.Rater[E, R, A], E any, R any, A any]() any {
	return construct.AssignStored[P, E, R, A]
}

func AssignWeighed[P kernel.Weigher[E], E any]() any { return construct.AssignWeighed[P, E] }

func AssignWeighedStored[P kernel.Weigher[E], E any]() any {
	return construct.AssignWeighedStored[P, E]
}

func CrossTours[C any, M kernel.Metric[C]]() any { return eax.CrossTours[C, M] }
func Evolve[P kernel.Coster]() any               { return deme.Evolve[P] }
func Explore[P kernel.Coster]() any              { return explorer.Explore[P] }
func ExploreAlone[P kernel.Edged]() any          { return explorer.ExploreAlone[P] }
func Flock[P kernel.RealCoster]() any            { return flock.Flock[P] }
func Forage[C any, M kernel.Metric[C]]() any     { return ants.Forage[C, M] }
func Genetic[P kernel.Coster]() any              { return deme.Genetic[P] }
func GeneticStaged[P kernel.StagedCoster]() any  { return deme.GeneticStaged[P] }
func GeneticTerms[P kernel.TermCoster]() any     { return deme.GeneticTerms[P] }
func GreedyOrders[P kernel.Placer]() any         { return greedy.GreedyOrders[P] }
func GrowTours[C any, M kernel.Metric[C]]() any  { return eax.GrowTours[C, M] }
func March[C any, M kernel.Metric[C]]() any      { return ants.March[C, M] }
func OrOpt[C any, M kernel.Metric[C]]() any      { return relocate.OrOpt[C, M] }
func OrOptEach[C any, M kernel.Metric[C]]() any  { return relocate.OrOptEach[C, M] }
func Price[P kernel.Releaser[E], E any]() any    { return construct.Price[P, E] }

func Rebuild[P kernel.Builder[E, R, A], E any, R any, A any]() any {
	return construct.Rebuild[P, E, R, A]
}

func RebuildWeighed[P kernel.WeighedBuilder[E], E any]() any { return construct.RebuildWeighed[P, E] }
func Release[P kernel.Releaser[E], E any]() any              { return construct.Release[P, E] }
func Relocate[C any, M kernel.Metric[C]]() any               { return relocate.Relocate[C, M] }
func RelocateEach[C any, M kernel.Metric[C]]() any           { return relocate.RelocateEach[C, M] }
func RelocateEachWide[C any, M kernel.Metric[C]]() any       { return relocate.RelocateEachWide[C, M] }
func RelocateFar[C any, M kernel.Metric[C]]() any            { return relocate.RelocateFar[C, M] }
func RelocateIndependent[C any, M kernel.Metric[C]]() any    { return relocate.RelocateIndependent[C, M] }

func RelocateIndependentEach[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentEach[C, M]
}

func RelocateIndependentEachWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentEachWide[C, M]
}

func RelocateIndependentFar[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentFar[C, M]
}

func RelocateIndependentMany[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentMany[C, M]
}

func RelocateIndependentManyWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentManyWide[C, M]
}

func RelocateIndependentWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentWide[C, M]
}

func RelocateMany[C any, M kernel.Metric[C]]() any             { return relocate.RelocateMany[C, M] }
func RelocateManyWide[C any, M kernel.Metric[C]]() any         { return relocate.RelocateManyWide[C, M] }
func RelocateWide[C any, M kernel.Metric[C]]() any             { return relocate.RelocateWide[C, M] }
func Rotate[P kernel.Coster]() any                             { return quantum.Rotate[P] }
func StartSwap[P kernel.Swapper]() any                         { return anneal.StartSwap[P] }
func StartTabu[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.StartTabu[T, P] }
func StartTemper[P kernel.Swapper]() any                       { return temper.StartTemper[P] }

func StartTemperMatrix[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.StartTemperMatrix[T, P]
}

func TabuClash[P kernel.Clasher]() any                            { return tabu.TabuClash[P] }
func TabuFlip[P kernel.ByteRower]() any                           { return tabu.TabuFlip[P] }
func TabuJoint[P kernel.JointWeigher]() any                       { return tabu.TabuJoint[P] }
func TabuAlone[P kernel.Coster]() any                             { return explorer.TabuAlone[P] }
func TabuMoves[P kernel.Coster]() any                             { return explorer.TabuMoves[P] }
func TabuSwap[T int32 | int64, P kernel.TabuSwapper[T]]() any     { return tabu.TabuSwap[T, P] }
func TabuSwapVast[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.TabuSwapVast[T, P] }
func TabuSwapWide[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.TabuSwapWide[T, P] }
func TemperMatrix[T int32 | int64, P kernel.TabuSwapper[T]]() any { return temper.TemperMatrix[T, P] }

func TemperMatrixStaged[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.TemperMatrixStaged[T, P]
}

func TemperMatrixVast[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.TemperMatrixVast[T, P]
}

func TemperSwap[P kernel.Swapper]() any          { return temper.TemperSwap[P] }
func TwoOpt[C any, M kernel.Metric[C]]() any     { return relocate.TwoOpt[C, M] }
func TwoOptEach[C any, M kernel.Metric[C]]() any { return relocate.TwoOptEach[C, M] }
