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

// AnnealRegions is the kernel of that name.
func AnnealRegions[C any, M kernel.Metric[C]]() any { return regions.AnnealRegions[C, M] }

// AnnealSwap is the kernel of that name.
func AnnealSwap[P kernel.Swapper]() any { return anneal.AnnealSwap[P] }

// AnnealSwapWide is the kernel of that name.
func AnnealSwapWide[P kernel.Swapper]() any { return anneal.AnnealSwapWide[P] }

// Assign is the kernel of that name.
func Assign[P kernel.Rater[E, R, A], E any, R any, A any]() any { return construct.Assign[P, E, R, A] }

// AssignStored is the kernel of that name.
func AssignStored[P kernel.Rater[E, R, A], E any, R any, A any]() any {
	return construct.AssignStored[P, E, R, A]
}

// AssignWeighed is the kernel of that name.
func AssignWeighed[P kernel.Weigher[E], E any]() any { return construct.AssignWeighed[P, E] }

// AssignWeighedStored is the kernel of that name.
func AssignWeighedStored[P kernel.Weigher[E], E any]() any {
	return construct.AssignWeighedStored[P, E]
}

// CrossTours is the kernel of that name.
func CrossTours[C any, M kernel.Metric[C]]() any { return eax.CrossTours[C, M] }

// Evolve is the kernel of that name.
func Evolve[P kernel.Coster]() any { return deme.Evolve[P] }

// Explore is the kernel of that name.
func Explore[P kernel.Coster]() any { return explorer.Explore[P] }

// ExploreAlone is the kernel of that name.
func ExploreAlone[P kernel.Edged]() any { return explorer.ExploreAlone[P] }

// Flock is the kernel of that name.
func Flock[P kernel.RealCoster]() any { return flock.Flock[P] }

// Forage is the kernel of that name.
func Forage[C any, M kernel.Metric[C]]() any { return ants.Forage[C, M] }

// Genetic is the kernel of that name.
func Genetic[P kernel.Coster]() any { return deme.Genetic[P] }

// GeneticStaged is the kernel of that name.
func GeneticStaged[P kernel.StagedCoster]() any { return deme.GeneticStaged[P] }

// GeneticTerms is the kernel of that name.
func GeneticTerms[P kernel.TermCoster]() any { return deme.GeneticTerms[P] }

// GreedyOrders is the kernel of that name.
func GreedyOrders[P kernel.Placer]() any { return greedy.GreedyOrders[P] }

// GrowTours is the kernel of that name.
func GrowTours[C any, M kernel.Metric[C]]() any { return eax.GrowTours[C, M] }

// March is the kernel of that name.
func March[C any, M kernel.Metric[C]]() any { return ants.March[C, M] }

// OrOpt is the kernel of that name.
func OrOpt[C any, M kernel.Metric[C]]() any { return relocate.OrOpt[C, M] }

// OrOptEach is the kernel of that name.
func OrOptEach[C any, M kernel.Metric[C]]() any { return relocate.OrOptEach[C, M] }

// Price is the kernel of that name.
func Price[P kernel.Releaser[E], E any]() any { return construct.Price[P, E] }

// Rebuild is the kernel of that name.
func Rebuild[P kernel.Builder[E, R, A], E any, R any, A any]() any {
	return construct.Rebuild[P, E, R, A]
}

// RebuildWeighed is the kernel of that name.
func RebuildWeighed[P kernel.WeighedBuilder[E], E any]() any { return construct.RebuildWeighed[P, E] }

// Release is the kernel of that name.
func Release[P kernel.Releaser[E], E any]() any { return construct.Release[P, E] }

// Relocate is the kernel of that name.
func Relocate[C any, M kernel.Metric[C]]() any { return relocate.Relocate[C, M] }

// RelocateEach is the kernel of that name.
func RelocateEach[C any, M kernel.Metric[C]]() any { return relocate.RelocateEach[C, M] }

// RelocateEachWide is the kernel of that name.
func RelocateEachWide[C any, M kernel.Metric[C]]() any { return relocate.RelocateEachWide[C, M] }

// RelocateFar is the kernel of that name.
func RelocateFar[C any, M kernel.Metric[C]]() any { return relocate.RelocateFar[C, M] }

// RelocateIndependent is the kernel of that name.
func RelocateIndependent[C any, M kernel.Metric[C]]() any { return relocate.RelocateIndependent[C, M] }

// RelocateIndependentEach is the kernel of that name.
func RelocateIndependentEach[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentEach[C, M]
}

// RelocateIndependentEachWide is the kernel of that name.
func RelocateIndependentEachWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentEachWide[C, M]
}

// RelocateIndependentFar is the kernel of that name.
func RelocateIndependentFar[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentFar[C, M]
}

// RelocateIndependentMany is the kernel of that name.
func RelocateIndependentMany[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentMany[C, M]
}

// RelocateIndependentManyWide is the kernel of that name.
func RelocateIndependentManyWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentManyWide[C, M]
}

// RelocateIndependentWide is the kernel of that name.
func RelocateIndependentWide[C any, M kernel.Metric[C]]() any {
	return relocate.RelocateIndependentWide[C, M]
}

// RelocateMany is the kernel of that name.
func RelocateMany[C any, M kernel.Metric[C]]() any { return relocate.RelocateMany[C, M] }

// RelocateManyWide is the kernel of that name.
func RelocateManyWide[C any, M kernel.Metric[C]]() any { return relocate.RelocateManyWide[C, M] }

// RelocateWide is the kernel of that name.
func RelocateWide[C any, M kernel.Metric[C]]() any { return relocate.RelocateWide[C, M] }

// Rotate is the kernel of that name.
func Rotate[P kernel.Coster]() any { return quantum.Rotate[P] }

// StartSwap is the kernel of that name.
func StartSwap[P kernel.Swapper]() any { return anneal.StartSwap[P] }

// StartTabu is the kernel of that name.
func StartTabu[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.StartTabu[T, P] }

// StartTemper is the kernel of that name.
func StartTemper[P kernel.Swapper]() any { return temper.StartTemper[P] }

// StartTemperMatrix is the kernel of that name.
func StartTemperMatrix[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.StartTemperMatrix[T, P]
}

// TabuClash is the kernel of that name.
func TabuClash[P kernel.Clasher]() any { return tabu.TabuClash[P] }

// TabuFlip is the kernel of that name.
func TabuFlip[P kernel.ByteRower]() any { return tabu.TabuFlip[P] }

// TabuJoint is the kernel of that name.
func TabuJoint[P kernel.JointWeigher]() any { return tabu.TabuJoint[P] }

// TabuAlone is the kernel of that name.
func TabuAlone[P kernel.Coster]() any { return explorer.TabuAlone[P] }

// TabuMoves is the kernel of that name.
func TabuMoves[P kernel.Coster]() any { return explorer.TabuMoves[P] }

// TabuSwap is the kernel of that name.
func TabuSwap[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.TabuSwap[T, P] }

// TabuSwapVast is the kernel of that name.
func TabuSwapVast[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.TabuSwapVast[T, P] }

// TabuSwapWide is the kernel of that name.
func TabuSwapWide[T int32 | int64, P kernel.TabuSwapper[T]]() any { return tabu.TabuSwapWide[T, P] }

// TemperMatrix is the kernel of that name.
func TemperMatrix[T int32 | int64, P kernel.TabuSwapper[T]]() any { return temper.TemperMatrix[T, P] }

// TemperMatrixStaged is the kernel of that name.
func TemperMatrixStaged[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.TemperMatrixStaged[T, P]
}

// TemperMatrixVast is the kernel of that name.
func TemperMatrixVast[T int32 | int64, P kernel.TabuSwapper[T]]() any {
	return temper.TemperMatrixVast[T, P]
}

// TemperSwap is the kernel of that name.
func TemperSwap[P kernel.Swapper]() any { return temper.TemperSwap[P] }

// TwoOpt is the kernel of that name.
func TwoOpt[C any, M kernel.Metric[C]]() any { return relocate.TwoOpt[C, M] }

// TwoOptEach is the kernel of that name.
func TwoOptEach[C any, M kernel.Metric[C]]() any { return relocate.TwoOptEach[C, M] }
