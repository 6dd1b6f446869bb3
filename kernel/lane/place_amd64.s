#include "textflag.h"

// func grandcaller() uintptr
//
// The frame pointer is the caller's. There lies the one of the function that called it, beside which lies the address
// that this function returns to.
TEXT ·grandcaller(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ 0(BP), AX
	MOVQ 8(AX), AX
	MOVQ AX, ret+0(FP)
	RET
