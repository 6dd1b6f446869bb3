// The kernels of ../kernels.go in CUDA C++: the same algorithms on the same types, with the same results bit for bit. A
// slice is a pointer and a length, so both are launched with the same arguments; pointers are restrict, as the compiler
// of the Go kernels takes them to be.
#include <cstdint>

#include "lane.cuh"
#include "metropolis.cuh"

#define RESTRICT __restrict__

extern "C" __global__ void Sum(const int32_t *RESTRICT x, int64_t n, unsigned long long *RESTRICT total, int64_t) {
    int64_t sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < int(n); i += gridDim.x * blockDim.x) sum += x[i];
    sum = blockAdd(sum);
    if (threadIdx.x == 0) atomicAdd(&total[0], (unsigned long long)sum);
}

extern "C" __global__ void Scan(const int32_t *RESTRICT x, int64_t n, int32_t *RESTRICT out, int64_t outs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int32_t v = i < int(n) ? x[i] : 0;
    v = blockInclusiveAdd(v);
    if (i < int(outs)) out[i] = v;
}

static __device__ __forceinline__ int64_t swapDelta(int n, const int32_t *RESTRICT flow, const int32_t *RESTRICT dist,
                                                   const int32_t *RESTRICT x, int i, int j) {
    int p = x[i], q = x[j];
    auto at = [n](const int32_t *m, int a, int b) { return int64_t(m[a * n + b]); };
    int64_t d = (at(flow, i, i) - at(flow, j, j)) * (at(dist, q, q) - at(dist, p, p)) +
                (at(flow, i, j) - at(flow, j, i)) * (at(dist, q, p) - at(dist, p, q));
    for (int k = 0; k < n; k++) {
        if (k == i || k == j) continue;
        int r = x[k];
        d += (at(flow, k, i) - at(flow, k, j)) * (at(dist, r, q) - at(dist, r, p)) +
             (at(flow, i, k) - at(flow, j, k)) * (at(dist, q, r) - at(dist, p, r));
    }
    return d;
}

extern "C" __global__ void SwapDeltas(int n, const int32_t *RESTRICT flow, int64_t, const int32_t *RESTRICT dist, int64_t,
                                      const int32_t *RESTRICT x, int64_t, const int32_t *RESTRICT pairs, int64_t,
                                      int64_t *RESTRICT out, int64_t outs) {
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < int(outs); k += gridDim.x * blockDim.x)
        out[k] = swapDelta(n, flow, dist, x, pairs[2 * k], pairs[2 * k + 1]);
}

extern "C" __global__ void Hailstones(const uint64_t *RESTRICT starts, int64_t n, int32_t *RESTRICT steps, int64_t) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < int(n); i += gridDim.x * blockDim.x) {
        int count = 0;
        for (uint64_t v = starts[i]; v > 1; count++) {
            if ((v & 1) == 0) {
                v >>= 1;
                continue;
            }
            v = 3 * v + 1;
        }
        steps[i] = count;
    }
}

struct Plane {
    const float *RESTRICT x, *RESTRICT y;
    __device__ __forceinline__ int32_t dist(int i, int j) const {
        float dx = x[i] - x[j], dy = y[i] - y[j];
        return int32_t(__fsqrt_rn(__fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy))) + 0.5f);
    }
};

struct Relocation {
    int v, p, q, a, b;
};

constexpr int impossible = (1 << 25) - 1;

static __device__ __forceinline__ Relocation propose(const uint32_t *link, int n, uint32_t draw) {
    int a = int(draw & 0xffff) * n >> 16, v = int(draw >> 16) * n >> 16;
    return {v, int(link[v] & 0xffff), int(link[v] >> 16), a, int(link[a] >> 16)};
}

static __device__ __forceinline__ int delta(const Plane &d, const Relocation &m) {
    if (m.a == m.v || m.b == m.v) return impossible;
    return d.dist(m.p, m.q) - d.dist(m.p, m.v) - d.dist(m.v, m.q) + d.dist(m.a, m.v) + d.dist(m.v, m.b) - d.dist(m.a, m.b);
}

static __device__ __forceinline__ void relocate(uint32_t *link, const Relocation &m) {
    link[m.p] = (link[m.p] & 0xffff) | uint32_t(m.q) << 16;
    link[m.q] = (link[m.q] & 0xffff0000) | uint32_t(m.p);
    link[m.a] = (link[m.a] & 0xffff) | uint32_t(m.v) << 16;
    link[m.b] = (link[m.b] & 0xffff0000) | uint32_t(m.v);
    link[m.v] = uint32_t(m.a) | uint32_t(m.b) << 16;
}

extern "C" __global__ void Anneal_Plane(const float *RESTRICT xs, int64_t, const float *RESTRICT ys, int64_t, int n,
                                        int iterations, double start, double alpha, uint64_t seed, int32_t *RESTRICT tours,
                                        int64_t, int32_t *RESTRICT costs, int64_t) {
    extern __shared__ uint32_t shared[];
    Plane d{xs, ys};
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    uint32_t *link = shared + n * warp;
    int walk = blockIdx.x * warps + warp, cost = 0;
    for (int i = lane; i < n; i += 32) {
        link[i] = uint32_t((i + n - 1) % n) | uint32_t((i + 1) % n) << 16;
        cost += d.dist(i, (i + 1) % n);
    }
    __syncwarp();
    cost = __reduce_add_sync(full, cost);
    int least = cost;
    double temperature = start;
    for (int i = 0; i < iterations; i++) {
        uint4 draws = philox(seed, walk, uint64_t(int64_t(i)), lane);
        Relocation m = propose(link, n, draws.x);
        int key = __reduce_min_sync(full, delta(d, m) << 5 | lane);
        int winner = key & 31, change = key >> 5;
        uint32_t u = __shfl_sync(full, draws.y, winner);
        __syncwarp(); // all proposals have read the links
        if (change < impossible && accept(change, temperature, u)) {
            if (lane == winner) relocate(link, m);
            cost += change;
            least = min(least, cost);
        }
        __syncwarp();
        if (i % n == n - 1) temperature = __dmul_rn(temperature, alpha);
    }
    if (lane == 0) {
        costs[2 * walk] = cost;
        costs[2 * walk + 1] = least;
        for (int i = 0, at = 0; i < n; i++) {
            tours[walk * n + i] = at;
            at = int(link[at] >> 16);
        }
    }
}
