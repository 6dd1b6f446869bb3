// What kernel/lane is to the kernels in Go: the same operations, with the same results, as a CUDA programmer writes them.
#pragma once

#include <cstdint>

constexpr int warpLanes = 32;
constexpr int maxWarps = 32;
constexpr uint32_t full = 0xffffffffu;

struct Group {
    uint32_t mask;
    int lane, warp, warps;
};

// present is the group of the lanes that the thread's warp has.
__device__ __forceinline__ Group present() {
    Group g;
    int thread = threadIdx.x, size = blockDim.x;
    g.lane = thread & (warpLanes - 1);
    g.warp = thread / warpLanes;
    g.warps = (size + warpLanes - 1) / warpLanes;
    int left = size - g.warp * warpLanes;
    g.mask = left < warpLanes ? full >> (warpLanes - left) : full;
    return g;
}

template <class T> __device__ __forceinline__ T treeAdd(uint32_t mask, T v) {
    if (mask == full) {
#pragma unroll
        for (int d = warpLanes / 2; d > 0; d /= 2) v += __shfl_xor_sync(full, v, d);
        return v;
    }
    T sum = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) sum += __shfl_sync(mask, v, __ffs(left) - 1);
    return sum;
}

template <class T> __device__ __forceinline__ T inclusiveAdd(uint32_t mask, int lane, T v) {
    if (mask == full) {
#pragma unroll
        for (int d = 1; d < warpLanes; d *= 2) {
            T below = __shfl_up_sync(full, v, d);
            if (lane >= d) v += below;
        }
        return v;
    }
    T sum = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        int from = __ffs(left) - 1;
        T w = __shfl_sync(mask, v, from);
        if (from <= lane) sum += w;
    }
    return sum;
}

template <class T> __device__ __forceinline__ T exclusiveAdd(int lane, T v) {
    T below = __shfl_up_sync(full, inclusiveAdd(full, lane, v), 1);
    return lane == 0 ? T(0) : below;
}

template <class T> __device__ __forceinline__ T blockAdd(T v) {
    __shared__ T part[maxWarps + 1];
    Group g = present();
    T sum = treeAdd(g.mask, v);
    if (g.warps == 1) return sum;
    if (g.lane == 0) part[g.warp] = sum;
    __syncthreads();
    if (g.warp == 0) {
        v = g.lane < g.warps ? part[g.lane] : T(0);
        sum = treeAdd(full, v);
        if (g.lane == 0) part[maxWarps] = sum;
    }
    __syncthreads();
    return part[maxWarps];
}

template <class T> __device__ __forceinline__ T blockInclusiveAdd(T v) {
    __shared__ T below[maxWarps], before[maxWarps];
    Group g = present();
    T sum = inclusiveAdd(g.mask, g.lane, v);
    if (g.warps == 1) return sum;
    if (g.lane == warpLanes - 1 || threadIdx.x == blockDim.x - 1) below[g.warp] = sum;
    __syncthreads();
    if (g.warp == 0) {
        v = g.lane < g.warps ? below[g.lane] : T(0);
        before[g.lane] = exclusiveAdd(g.lane, v);
    }
    __syncthreads();
    return before[g.warp] + sum;
}

// philox is Philox4x32-10 of a seed, walk, step and lane.
__device__ __forceinline__ uint4 philox(uint64_t seed, uint32_t walk, uint64_t step, uint32_t lane) {
    uint32_t c0 = uint32_t(step), c1 = uint32_t(step >> 32), c2 = lane, c3 = walk;
    uint32_t k0 = uint32_t(seed), k1 = uint32_t(seed >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        uint32_t hi0 = __umulhi(0xD2511F53u, c0), lo0 = 0xD2511F53u * c0;
        uint32_t hi1 = __umulhi(0xCD9E8D57u, c2), lo1 = 0xCD9E8D57u * c2;
        c0 = hi1 ^ c1 ^ k0;
        c1 = lo1;
        c2 = hi0 ^ c3 ^ k1;
        c3 = lo0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return make_uint4(c0, c1, c2, c3);
}
