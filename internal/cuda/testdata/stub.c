// A library with the driver's symbols, built by TestLoad_Library: it checks that each argument arrives where C expects
// it, and answers 1 (CUDA_ERROR_INVALID_VALUE) where one does not. Its device memory is the host's.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;
typedef void *handle;

#define CTX ((handle)0x77)
#define STREAM ((handle)0x55)
#define LINK ((handle)0x33)
#define MODULE ((handle)0x66)
#define FUNCTION ((handle)0x44)
#define EVENT ((handle)0x22)
#define WANT(x) return (x) ? 0 : 1

int cuInit(unsigned flags) { WANT(flags == 0); }
int cuDriverGetVersion(int *v) { *v = 12040; return 0; }
int cuGetErrorName(int r, const char **s) { *s = r == 999 ? "CUDA_ERROR_UNKNOWN" : "CUDA_ERROR_STUB"; return 0; }
int cuGetErrorString(int r, const char **s) { *s = "said by the stub"; return 0; }
int cuDeviceGetCount(int *n) { *n = 1; return 0; }
int cuDeviceGet(int *d, int i) { *d = 7; WANT(i == 0); }
int cuDeviceGetName(char *s, int n, int d) { strcpy(s, "Stub"); WANT(n > 4 && d == 7); }
int cuDeviceGetPCIBusId(char *s, int n, int d) { strcpy(s, "0000:01:00.0"); WANT(n > 12 && d == 7); }
int cuDeviceTotalMem_v2(u64 *n, int d) { *n = 3ull << 33; WANT(d == 7); }
int cuDeviceGetAttribute(int *v, int a, int d) { *v = a == 97 ? 232448 : 1000 + a; WANT(d == 7); }
int cuDevicePrimaryCtxSetFlags_v2(int d, unsigned f) { WANT(d == 7 && f == 1); }
int cuDevicePrimaryCtxRetain(handle *c, int d) { *c = CTX; WANT(d == 7); }
int cuDevicePrimaryCtxRelease_v2(int d) { WANT(d == 7); }
int cuCtxSetCurrent(handle c) { WANT(c == CTX); }
int cuCtxSynchronize(void) { return 0; }
int cuMemGetInfo_v2(u64 *f, u64 *t) { *f = 5ull << 32; *t = 6ull << 32; return 0; }
int cuMemAlloc_v2(u64 *p, u64 n) { *p = (u64)malloc(n); return 0; }
int cuMemFree_v2(u64 p) { free((void *)p); return 0; }
int cuMemHostAlloc(void **p, u64 n, unsigned f) { *p = malloc(n); WANT(f == 3); }
int cuMemFreeHost(void *p) { free(p); return 0; }
int cuMemHostGetDevicePointer_v2(u64 *d, void *p, unsigned f) { *d = (u64)p; WANT(f == 0); }
int cuMemcpyHtoDAsync_v2(u64 d, void *s, u64 n, handle h) { memcpy((void *)d, s, n); WANT(h == STREAM); }
int cuMemcpyDtoHAsync_v2(void *d, u64 s, u64 n, handle h) { memcpy(d, (void *)s, n); WANT(h == STREAM); }
int cuMemsetD8Async(u64 p, unsigned char v, u64 n, handle h) {
	for (u64 i = 0; i < n; i++) ((unsigned char *)p)[i] = v;
	WANT(h == STREAM);
}
int cuStreamCreate(handle *s, unsigned f) { *s = STREAM; WANT(f == 1); }
int cuCtxSetLimit(int limit, u64 n) { WANT(limit == 4 && n == 4096); }
int cuStreamDestroy_v2(handle s) { WANT(s == STREAM); }
int cuStreamQuery(handle s) { return s == STREAM ? 600 : 1; }
int cuEventCreate(handle *e, unsigned f) { *e = EVENT; WANT(f == 1); }
int cuEventDestroy_v2(handle e) { WANT(e == EVENT); }
int cuEventRecord(handle e, handle s) { WANT(e == EVENT && s == STREAM); }
int cuEventSynchronize(handle e) { WANT(e == EVENT); }
int cuEventQuery(handle e) { WANT(e == EVENT); }
int cuEventElapsedTime(float *ms, handle a, handle b) { *ms = 2.5f; WANT(a == EVENT && b == EVENT); }

int cuLinkCreate_v2(unsigned n, int *o, void **v, handle *l) {
	if (n < 5 || o[0] != 3 || o[1] != 4 || o[2] != 5 || o[3] != 6 || v[1] != v[3]) return 1;
	strcpy(v[0], "information of the stub");
	strcpy(v[2], "error of the stub");
	*l = LINK;
	return 0;
}
int cuLinkAddData_v2(handle l, int kind, char *d, u64 n, const char *name, unsigned no, void *o, void *v) {
	if (!strcmp(name, "broken")) return 218;
	if (kind == 4) WANT(l == LINK && n == 9 && !strcmp(name, "library") && no == 0 && !o && !v && !strncmp(d, "!<arch>\n", 8));
	WANT(l == LINK && kind == 1 && n > 0 && d[n - 1] == 0 && !strcmp(name, "kernels") && no == 0 && !o && !v);
}
int cuLinkComplete(handle l, void **image, u64 *n) { *image = "stub image"; *n = 11; WANT(l == LINK); }
int cuLinkDestroy(handle l) { WANT(l == LINK); }
int cuModuleLoadData(handle *m, const char *image) { *m = MODULE; WANT(!strcmp(image, "stub image")); }
int cuModuleUnload(handle m) { WANT(m == MODULE); }
int cuModuleGetFunction(handle *f, handle m, const char *name) { *f = FUNCTION; WANT(m == MODULE && !strcmp(name, "vecadd")); }
int cuFuncGetAttribute(int *v, int a, handle f) { *v = a == 0 ? 1024 : a; WANT(f == FUNCTION); }
int cuFuncSetAttribute(handle f, int a, int v) { WANT(f == FUNCTION && a == 8 && v == 777); }
int cuFuncLoad(handle f) { WANT(f == FUNCTION); }
int cuFuncGetParamInfo(handle f, u64 i, u64 *offset, u64 *size) {
	*offset = 8 * i;
	*size = i == 6 ? 4 : 8;
	WANT(f == FUNCTION && i < 7);
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, handle f, int t, u64 s) { *n = t + s; WANT(f == FUNCTION); }

// cuLaunchKernel runs vecadd as one thread, where the shape is the one that the test gives.
int cuLaunchKernel(handle f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
	handle s, void **p, void **extra) {
	if (f != FUNCTION || gx != 1 || gy != 2 || gz != 3 || bx != 4 || by != 5 || bz != 6 || shared != 777 || s != STREAM || extra)
		return 1;
	float *x = *(float **)p[0], *y = *(float **)p[2], *z = *(float **)p[4], scale = *(float *)p[6];
	for (u64 i = 0; i < *(u64 *)p[5]; i++) z[i] = scale * x[i] + y[i];
	return 0;
}
int cuLaunchCooperativeKernel(handle f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, handle s, void **p) {
	return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, s, p, NULL);
}
