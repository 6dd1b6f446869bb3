target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@shared.0 = internal addrspace(3) global [32 x {float, float}] undef, align 16
@text.0 = private unnamed_addr constant [24 x i8] c"nil pointer dereference\00"
@text.1 = private unnamed_addr constant [83 x i8] c"github.com/multiwalk/multiwalk/internal/kernelgen/testdata/golden/memory/memory.go\00"
@text.2 = private unnamed_addr constant [7 x i8] c"Gather\00"
@shared_launch = external addrspace(3) global [0 x i8], align 16
@text.3 = private unnamed_addr constant [19 x i8] c"index out of range\00"
@table_memory_step = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 4, i32 8]
@text.4 = private unnamed_addr constant [4 x i8] c"Sum\00"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.nvvm.barrier0()
define internal void @kernelgen.fail(ptr %what, ptr %file, i32 %line, ptr %fn) noinline noreturn nounwind cold {
  call void @__assertfail(ptr %what, ptr %file, i32 %line, ptr %fn, i64 1)
  unreachable
}
define internal void @kernelgen.check(i1 %ok, ptr %what, ptr %file, i32 %line, ptr %fn) #0 {
  br i1 %ok, label %good, label %bad
good:
  ret void
bad:
  call void @kernelgen.fail(ptr %what, ptr %file, i32 %line, ptr %fn)
  unreachable
}
define internal void @memory_Gather({i32, ptr} %p.0, ptr %p.1, {ptr, i64, i64} %p.2, i1 %p.3) #0 {
entry:
  %m.21 = alloca {float, float}
  %t12 = alloca [4 x i32]
  br label %b.0
b.0:
  %x.1 = addrspacecast ptr addrspace(3) @shared.0 to ptr
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %x.1, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 32, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 32, 2
  %x.5 = icmp ne ptr %p.1, null
  call void @kernelgen.check(i1 %x.5, ptr @text.0, ptr @text.1, i32 17, ptr @text.2)
  %t1 = getelementptr inbounds {i32, {ptr, i64, i64}}, ptr %p.1, i32 0, i32 0
  %t2 = load i32, ptr %t1
  %x.6 = getelementptr i8, ptr addrspace(3) @shared_launch, i32 0
  %x.7 = addrspacecast ptr addrspace(3) %x.6 to ptr
  %x.8 = sext i32 %t2 to i64
  %x.9 = insertvalue {ptr, i64, i64} poison, ptr %x.7, 0
  %x.10 = insertvalue {ptr, i64, i64} %x.9, i64 %x.8, 1
  %x.11 = insertvalue {ptr, i64, i64} %x.10, i64 %x.8, 2
  %t4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x.12 = icmp ne ptr %p.1, null
  call void @kernelgen.check(i1 %x.12, ptr @text.0, ptr @text.1, i32 19, ptr @text.2)
  %t5 = getelementptr inbounds {i32, {ptr, i64, i64}}, ptr %p.1, i32 0, i32 1
  %t6 = load {ptr, i64, i64}, ptr %t5
  %x.13 = sext i32 %t4 to i64
  %x.14 = extractvalue {ptr, i64, i64} %p.2, 1
  %x.15 = icmp ult i64 %x.13, %x.14
  call void @kernelgen.check(i1 %x.15, ptr @text.3, ptr @text.1, i32 19, ptr @text.2)
  %x.16 = extractvalue {ptr, i64, i64} %p.2, 0
  %t7 = getelementptr inbounds i32, ptr %x.16, i64 %x.13
  %t8 = load i32, ptr %t7
  %x.17 = sext i32 %t8 to i64
  %x.18 = extractvalue {ptr, i64, i64} %t6, 1
  %x.19 = icmp ult i64 %x.17, %x.18
  call void @kernelgen.check(i1 %x.19, ptr @text.3, ptr @text.1, i32 19, ptr @text.2)
  %x.20 = extractvalue {ptr, i64, i64} %t6, 0
  %t9 = getelementptr inbounds {float, float}, ptr %x.20, i64 %x.17
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %m.21, ptr align 4 %t9, i64 8, i1 false)
  %x.22 = sext i32 %t4 to i64
  %x.23 = extractvalue {ptr, i64, i64} %x.4, 1
  %x.24 = icmp ult i64 %x.22, %x.23
  call void @kernelgen.check(i1 %x.24, ptr @text.3, ptr @text.1, i32 19, ptr @text.2)
  %x.25 = extractvalue {ptr, i64, i64} %x.4, 0
  %t11 = getelementptr inbounds {float, float}, ptr %x.25, i64 %x.22
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %t11, ptr align 4 %m.21, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %t12, i8 0, i64 16, i1 false)
  %t13 = and i32 %t4, 3
  %t14 = and i32 %t4, 3
  %x.26 = sext i32 %t14 to i64
  %x.27 = icmp ult i64 %x.26, 4
  call void @kernelgen.check(i1 %x.27, ptr @text.3, ptr @text.1, i32 21, ptr @text.2)
  %t15 = getelementptr inbounds [4 x i32], ptr @table_memory_step, i64 0, i64 %x.26
  %t16 = load i32, ptr %t15
  %x.28 = sext i32 %t13 to i64
  %x.29 = icmp ult i64 %x.28, 4
  call void @kernelgen.check(i1 %x.29, ptr @text.3, ptr @text.1, i32 21, ptr @text.2)
  %t17 = getelementptr inbounds [4 x i32], ptr %t12, i64 0, i64 %x.28
  store i32 %t16, ptr %t17
  call void @llvm.nvvm.barrier0()
  br i1 %p.3, label %b.1, label %b.2
b.1:
  %t19 = xor i32 %t4, 1
  %x.30 = sext i32 %t19 to i64
  %x.31 = extractvalue {ptr, i64, i64} %x.4, 1
  %x.32 = icmp ult i64 %x.30, %x.31
  call void @kernelgen.check(i1 %x.32, ptr @text.3, ptr @text.1, i32 24, ptr @text.2)
  %x.33 = extractvalue {ptr, i64, i64} %x.4, 0
  %t20 = getelementptr inbounds {float, float}, ptr %x.33, i64 %x.30
  %t21 = getelementptr inbounds {float, float}, ptr %t20, i32 0, i32 0
  %t22 = load float, ptr %t21
  %x.34 = fptosi float %t22 to i32
  %t23 = freeze i32 %x.34
  %t24 = getelementptr inbounds [4 x i32], ptr %t12, i64 0, i64 0
  %t25 = load i32, ptr %t24
  %t26 = add i32 %t23, %t25
  %x.35 = sext i32 %t4 to i64
  %x.36 = extractvalue {ptr, i64, i64} %x.11, 1
  %x.37 = icmp ult i64 %x.35, %x.36
  call void @kernelgen.check(i1 %x.37, ptr @text.3, ptr @text.1, i32 24, ptr @text.2)
  %x.38 = extractvalue {ptr, i64, i64} %x.11, 0
  %t27 = getelementptr inbounds i32, ptr %x.38, i64 %x.35
  store i32 %t26, ptr %t27
  br label %b.2
b.2:
  %x.39 = sext i32 %t4 to i64
  %x.40 = extractvalue {ptr, i64, i64} %x.11, 1
  %x.41 = icmp ult i64 %x.39, %x.40
  call void @kernelgen.check(i1 %x.41, ptr @text.3, ptr @text.1, i32 26, ptr @text.2)
  %x.42 = extractvalue {ptr, i64, i64} %x.11, 0
  %t28 = getelementptr inbounds i32, ptr %x.42, i64 %x.39
  %t29 = load i32, ptr %t28
  %x.43 = sext i32 %t4 to i64
  %x.44 = extractvalue {ptr, i64, i64} %p.2, 1
  %x.45 = icmp ult i64 %x.43, %x.44
  call void @kernelgen.check(i1 %x.45, ptr @text.3, ptr @text.1, i32 26, ptr @text.2)
  %x.46 = extractvalue {ptr, i64, i64} %p.2, 0
  %t30 = getelementptr inbounds i32, ptr %x.46, i64 %x.43
  store i32 %t29, ptr %t30
  ret void
}
define ptx_kernel void @Gather(i32 %a.0, ptr noalias %a.1, i64 %a.2, ptr noalias %a.3, i64 %a.4, i8 %a.5) #1 {
  %m.2 = alloca {i32, {ptr, i64, i64}}
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.3 = insertvalue {i32, {ptr, i64, i64}} poison, i32 %a.0, 0
  %x.4 = insertvalue {ptr, i64, i64} poison, ptr %a.1, 0
  %x.5 = insertvalue {ptr, i64, i64} %x.4, i64 %a.2, 1
  %x.6 = insertvalue {ptr, i64, i64} %x.5, i64 %a.2, 2
  %x.7 = insertvalue {i32, {ptr, i64, i64}} %x.3, {ptr, i64, i64} %x.6, 1
  store {i32, {ptr, i64, i64}} %x.7, ptr %m.2
  %x.8 = insertvalue {ptr, i64, i64} poison, ptr %a.3, 0
  %x.9 = insertvalue {ptr, i64, i64} %x.8, i64 %a.4, 1
  %x.10 = insertvalue {ptr, i64, i64} %x.9, i64 %a.4, 2
  %x.11 = trunc i8 %a.5 to i1
  call void @memory_Gather({i32, ptr} %x.1, ptr %m.2, {ptr, i64, i64} %x.10, i1 %x.11)
  ret void
}
define internal i32 @lane_Thread__GridThreadID({i32, ptr} %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t2 = mul i32 %t0, %t1
  %t3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = add i32 %t2, %t3
  ret i32 %t4
}
define internal i32 @lane_Thread__GridThreads({i32, ptr} %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t2 = mul i32 %t0, %t1
  ret i32 %t2
}
define internal i32 @lane_Thread__LaneID({i32, ptr} %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t1 = and i32 %t0, 31
  ret i32 %t1
}
define internal void @memory_Sum({i32, ptr} %p.0, {ptr, i64, i64} %p.1, {ptr, i64, i64} %p.2) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @lane_Thread__GridThreadID({i32, ptr} %p.0)
  br label %b.1
b.1:
  %t1 = phi i64 [0, %b.0], [%t9, %b.2]
  %t2 = phi i32 [%t0, %b.0], [%t11, %b.2]
  %t3 = extractvalue {ptr, i64, i64} %p.1, 1
  %t4 = trunc i64 %t3 to i32
  %t5 = icmp slt i32 %t2, %t4
  br i1 %t5, label %b.2, label %b.3
b.2:
  %x.1 = sext i32 %t2 to i64
  %x.2 = extractvalue {ptr, i64, i64} %p.1, 1
  %x.3 = icmp ult i64 %x.1, %x.2
  call void @kernelgen.check(i1 %x.3, ptr @text.3, ptr @text.1, i32 33, ptr @text.4)
  %x.4 = extractvalue {ptr, i64, i64} %p.1, 0
  %t6 = getelementptr inbounds i32, ptr %x.4, i64 %x.1
  %t7 = load i32, ptr %t6
  %t8 = sext i32 %t7 to i64
  %t9 = add i64 %t1, %t8
  %t10 = call i32 @lane_Thread__GridThreads({i32, ptr} %p.0)
  %t11 = add i32 %t2, %t10
  br label %b.1
b.3:
  %t12 = call i32 @lane_Thread__GridThreadID({i32, ptr} %p.0)
  %x.5 = sext i32 %t12 to i64
  %x.6 = extractvalue {ptr, i64, i64} %p.2, 1
  %x.7 = icmp ult i64 %x.5, %x.6
  call void @kernelgen.check(i1 %x.7, ptr @text.3, ptr @text.1, i32 35, ptr @text.4)
  %x.8 = extractvalue {ptr, i64, i64} %p.2, 0
  %t13 = getelementptr inbounds i64, ptr %x.8, i64 %x.5
  store i64 %t1, ptr %t13
  %t14 = call i32 @lane_Thread__LaneID({i32, ptr} %p.0)
  br label %b.4
b.4:
  %t15 = phi i32 [%t14, %b.3], [%t20, %b.5]
  %t16 = extractvalue {ptr, i64, i64} %p.1, 1
  %t17 = trunc i64 %t16 to i32
  %t18 = icmp slt i32 %t15, %t17
  br i1 %t18, label %b.5, label %b.6
b.5:
  %x.9 = sext i32 %t15 to i64
  %x.10 = extractvalue {ptr, i64, i64} %p.1, 1
  %x.11 = icmp ult i64 %x.9, %x.10
  call void @kernelgen.check(i1 %x.11, ptr @text.3, ptr @text.1, i32 37, ptr @text.4)
  %x.12 = extractvalue {ptr, i64, i64} %p.1, 0
  %t19 = getelementptr inbounds i32, ptr %x.12, i64 %x.9
  store i32 0, ptr %t19
  %t20 = add i32 %t15, 32
  br label %b.4
b.6:
  ret void
}
define ptx_kernel void @Sum(ptr noalias %a.0, i64 %a.1, ptr noalias %a.2, i64 %a.3) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %a.0, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 %a.1, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.1, 2
  %x.5 = insertvalue {ptr, i64, i64} poison, ptr %a.2, 0
  %x.6 = insertvalue {ptr, i64, i64} %x.5, i64 %a.3, 1
  %x.7 = insertvalue {ptr, i64, i64} %x.6, i64 %a.3, 2
  call void @memory_Sum({i32, ptr} %x.1, {ptr, i64, i64} %x.4, {ptr, i64, i64} %x.7)
  ret void
}
attributes #0 = { alwaysinline convergent nounwind }
attributes #1 = { convergent nounwind }
!0 = !{ptr @Gather, !"kernel", i32 1}
!1 = !{ptr @Sum, !"kernel", i32 1}
!nvvm.annotations = !{!0, !1}
