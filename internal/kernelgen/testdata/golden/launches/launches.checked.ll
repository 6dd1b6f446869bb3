target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@text.0 = private unnamed_addr constant [19 x i8] c"index out of range\00"
@text.1 = private unnamed_addr constant [87 x i8] c"github.com/multiwalk/multiwalk/internal/kernelgen/testdata/golden/launches/launches.go\00"
@text.2 = private unnamed_addr constant [6 x i8] c"Inner\00"
@text.3 = private unnamed_addr constant [6 x i8] c"Outer\00"
declare i32 @__cudaCDP2LaunchDeviceV2(ptr, ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @__cudaCDP2GetParameterBufferV2(ptr, {i32, i32, i32}, {i32, i32, i32}, i32)
declare void @__assertfail(ptr, ptr, i32, ptr, i64) noreturn
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
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
define internal i32 @lane_Thread__GridThreads({i32, ptr} %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %t1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t2 = mul i32 %t0, %t1
  ret i32 %t2
}
define internal void @launches_Inner({i32, ptr} %p.0, {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %p.1) #0 {
entry:
  %t0 = alloca {{i8, i8}, {ptr, i64, i64}, double, i1, i32}
  br label %b.0
b.0:
  call void @llvm.memset.p0.i64(ptr align 8 %t0, i8 0, i64 48, i1 false)
  store {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %p.1, ptr %t0
  %t1 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t0, i32 0, i32 4
  %t2 = load i32, ptr %t1
  %t3 = call i32 @lane_Thread__GridThreadID({i32, ptr} %p.0)
  %t4 = add i32 %t2, %t3
  br label %b.1
b.1:
  %t5 = phi i32 [%t4, %b.0], [%t23, %b.5]
  %t6 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t0, i32 0, i32 1
  %t7 = load {ptr, i64, i64}, ptr %t6
  %t8 = extractvalue {ptr, i64, i64} %t7, 1
  %t9 = trunc i64 %t8 to i32
  %t10 = icmp slt i32 %t5, %t9
  br i1 %t10, label %b.2, label %b.3
b.2:
  %t11 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t0, i32 0, i32 3
  %t12 = load i1, ptr %t11
  br i1 %t12, label %b.4, label %b.5
b.4:
  %t13 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t0, i32 0, i32 1
  %t14 = load {ptr, i64, i64}, ptr %t13
  %t15 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t0, i32 0, i32 2
  %t16 = load double, ptr %t15
  %x.1 = fptosi double %t16 to i64
  %t17 = freeze i64 %x.1
  %x.2 = sext i32 %t5 to i64
  %x.3 = extractvalue {ptr, i64, i64} %t14, 1
  %x.4 = icmp ult i64 %x.2, %x.3
  call void @kernelgen.check(i1 %x.4, ptr @text.0, ptr @text.1, i32 18, ptr @text.2)
  %x.5 = extractvalue {ptr, i64, i64} %t14, 0
  %t18 = getelementptr inbounds i64, ptr %x.5, i64 %x.2
  %t19 = load i64, ptr %t18
  %t20 = add i64 %t19, %t17
  %x.6 = sext i32 %t5 to i64
  %x.7 = extractvalue {ptr, i64, i64} %t14, 1
  %x.8 = icmp ult i64 %x.6, %x.7
  call void @kernelgen.check(i1 %x.8, ptr @text.0, ptr @text.1, i32 18, ptr @text.2)
  %x.9 = extractvalue {ptr, i64, i64} %t14, 0
  %t21 = getelementptr inbounds i64, ptr %x.9, i64 %x.6
  store i64 %t20, ptr %t21
  br label %b.5
b.5:
  %t22 = call i32 @lane_Thread__GridThreads({i32, ptr} %p.0)
  %t23 = add i32 %t5, %t22
  br label %b.1
b.3:
  ret void
}
define ptx_kernel void @Inner({i8, i8} %a.0, ptr noalias %a.1, i64 %a.2, double %a.3, i8 %a.4, i32 %a.5) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} poison, {i8, i8} %a.0, 0
  %x.3 = insertvalue {ptr, i64, i64} poison, ptr %a.1, 0
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.2, 1
  %x.5 = insertvalue {ptr, i64, i64} %x.4, i64 %a.2, 2
  %x.6 = insertvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %x.2, {ptr, i64, i64} %x.5, 1
  %x.7 = insertvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %x.6, double %a.3, 2
  %x.8 = trunc i8 %a.4 to i1
  %x.9 = insertvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %x.7, i1 %x.8, 3
  %x.10 = insertvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %x.9, i32 %a.5, 4
  call void @launches_Inner({i32, ptr} %x.1, {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %x.10)
  ret void
}
define internal i1 @launch_Inner({{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, i32 %blocks, i32 %threads) #1 {
  %grid = insertvalue {i32, i32, i32} {i32 1, i32 1, i32 1}, i32 %blocks, 0
  %block = insertvalue {i32, i32, i32} {i32 1, i32 1, i32 1}, i32 %threads, 0
  %buffer = call ptr @__cudaCDP2GetParameterBufferV2(ptr @Inner, {i32, i32, i32} %grid, {i32, i32, i32} %block, i32 0)
  %none = icmp eq ptr %buffer, null
  br i1 %none, label %refused, label %given
given:
  %x.1 = extractvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, 0
  %x.2 = getelementptr i8, ptr %buffer, i64 0
  store {i8, i8} %x.1, ptr %x.2, align 1
  %x.3 = extractvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, 1
  %x.4 = extractvalue {ptr, i64, i64} %x.3, 0
  %x.5 = getelementptr i8, ptr %buffer, i64 8
  store ptr %x.4, ptr %x.5, align 8
  %x.6 = extractvalue {ptr, i64, i64} %x.3, 1
  %x.7 = getelementptr i8, ptr %buffer, i64 16
  store i64 %x.6, ptr %x.7, align 8
  %x.8 = extractvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, 2
  %x.9 = getelementptr i8, ptr %buffer, i64 24
  store double %x.8, ptr %x.9, align 8
  %x.10 = extractvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, 3
  %x.11 = zext i1 %x.10 to i8
  %x.12 = getelementptr i8, ptr %buffer, i64 32
  store i8 %x.11, ptr %x.12, align 1
  %x.13 = extractvalue {{i8, i8}, {ptr, i64, i64}, double, i1, i32} %args, 4
  %x.14 = getelementptr i8, ptr %buffer, i64 36
  store i32 %x.13, ptr %x.14, align 4
  %code = call i32 @__cudaCDP2LaunchDeviceV2(ptr %buffer, ptr null)
  %launched = icmp eq i32 %code, 0
  ret i1 %launched
refused:
  ret i1 false
}
define internal void @launches_Outer({i32, ptr} %p.0, {ptr, i64, i64} %p.1, {ptr, i64, i64} %p.2) #0 {
entry:
  %t1 = alloca {{i8, i8}, {ptr, i64, i64}, double, i1, i32}
  br label %b.0
b.0:
  %t0 = call i32 @lane_Thread__GridThreadID({i32, ptr} %p.0)
  call void @llvm.memset.p0.i64(ptr align 8 %t1, i8 0, i64 48, i1 false)
  %t2 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t1, i32 0, i32 1
  store {ptr, i64, i64} %p.1, ptr %t2
  %t3 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t1, i32 0, i32 2
  store double 0x4000000000000000, ptr %t3
  %t4 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t1, i32 0, i32 3
  store i1 true, ptr %t4
  %t5 = getelementptr inbounds {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t1, i32 0, i32 4
  store i32 %t0, ptr %t5
  %t6 = load {{i8, i8}, {ptr, i64, i64}, double, i1, i32}, ptr %t1
  %t7 = add i32 1, %t0
  %t8 = call i1 @launch_Inner({{i8, i8}, {ptr, i64, i64}, double, i1, i32} %t6, i32 %t7, i32 32)
  br i1 %t8, label %b.2, label %b.1
b.2:
  ret void
b.1:
  %x.1 = extractvalue {ptr, i64, i64} %p.2, 1
  %x.2 = icmp ult i64 0, %x.1
  call void @kernelgen.check(i1 %x.2, ptr @text.0, ptr @text.1, i32 27, ptr @text.3)
  %x.3 = extractvalue {ptr, i64, i64} %p.2, 0
  %t9 = getelementptr inbounds i32, ptr %x.3, i64 0
  %t10 = atomicrmw add ptr %t9, i32 1 monotonic
  br label %b.2
}
define ptx_kernel void @Outer(ptr noalias %a.0, i64 %a.1, ptr noalias %a.2, i64 %a.3) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %a.0, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 %a.1, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.1, 2
  %x.5 = insertvalue {ptr, i64, i64} poison, ptr %a.2, 0
  %x.6 = insertvalue {ptr, i64, i64} %x.5, i64 %a.3, 1
  %x.7 = insertvalue {ptr, i64, i64} %x.6, i64 %a.3, 2
  call void @launches_Outer({i32, ptr} %x.1, {ptr, i64, i64} %x.4, {ptr, i64, i64} %x.7)
  ret void
}
attributes #0 = { alwaysinline convergent nounwind }
attributes #1 = { convergent nounwind }
!0 = !{ptr @Inner, !"kernel", i32 1}
!1 = !{ptr @Outer, !"kernel", i32 1}
!nvvm.annotations = !{!0, !1}
