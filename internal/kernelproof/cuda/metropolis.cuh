// internal/metropolis in CUDA C++. Where Go rounds a product on its own, so does __dmul_rn: nvcc fuses it into nothing.
#pragma once

#include <cstdint>

__device__ __forceinline__ double exp2Exact(double x) {
    const double toInteger = 6755399441055744.0; // 3 << 51
    double k = (x + toInteger) - toInteger;
    double t = __dmul_rn(x - k, 0.693147180559945309417232121458176568);
    double t2 = __dmul_rn(t, t), t4 = __dmul_rn(t2, t2), t8 = __dmul_rn(t4, t4);
    const double c2 = 1.0 / 2, c3 = 1.0 / 6, c4 = 1.0 / 24, c5 = 1.0 / 120, c6 = 1.0 / 720, c7 = 1.0 / 5040, c8 = 1.0 / 40320,
                 c9 = 1.0 / 362880, c10 = 1.0 / 3628800, c11 = 1.0 / 39916800, c12 = 1.0 / 479001600;
    double p0 = 1 + t;
    double p2 = c2 + __dmul_rn(c3, t);
    double p4 = c4 + __dmul_rn(c5, t);
    double p6 = c6 + __dmul_rn(c7, t);
    double p8 = c8 + __dmul_rn(c9, t);
    double p10 = c10 + __dmul_rn(c11, t);
    double q0 = p0 + __dmul_rn(p2, t2);
    double q4 = p4 + __dmul_rn(p6, t2);
    double q8 = p8 + __dmul_rn(p10, t2);
    double low = q0 + __dmul_rn(q4, t4);
    double high = q8 + __dmul_rn(c12, t4);
    double mantissa = low + __dmul_rn(high, t8);
    return __dmul_rn(mantissa, __longlong_as_double((int64_t(k) + 1023) << 52));
}

// accept is Metropolis' rule for a uniformly random u.
__device__ __forceinline__ bool accept(int64_t delta, double temperature, uint32_t u) {
    if (delta <= 0) return true;
    double factor = temperature > 0 ? __ddiv_rn(1.4426950408889634073599246810018921374, temperature) : 0;
    double y = __dmul_rn(double(delta), factor);
    if (factor == 0 || y >= 33) return false;
    return double(u) + 0.5 < exp2Exact(32 - y);
}
