target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.trap()
define internal i32 @lane_Thread__LaneID({i32, ptr} %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t1 = and i32 %t0, 31
  ret i32 %t1
}
define internal i32 @calls_scale__Times({i32} %p.0, i32 %p.1) #0 {
entry:
  %t0 = alloca {i32}
  br label %b.0
b.0:
  call void @llvm.memset.p0.i64(ptr align 4 %t0, i8 0, i64 4, i1 false)
  store {i32} %p.0, ptr %t0
  %t1 = getelementptr inbounds {i32}, ptr %t0, i32 0, i32 0
  %t2 = load i32, ptr %t1
  %t3 = mul i32 %t2, %p.1
  ret i32 %t3
}
define internal i32 @calls_times_scale({i32} %p.0, i32 %p.1) #0 {
entry:
  br label %b.0
b.0:
  br label %b.1
b.1:
  %t4 = call i32 @calls_scale__Times({i32} %p.0, i32 %p.1)
  ret i32 %t4
}
define internal i32 @calls_times_int32(i32 %p.0, i32 %p.1) #0 {
entry:
  br label %b.0
b.0:
  br label %b.2
b.2:
  ret i32 %p.1
}
define internal void @calls_Asks({i32, ptr} %p.0, {ptr, i64, i64} %p.1, i32 %p.2) #0 {
entry:
  %t1 = alloca {i32}
  br label %b.0
b.0:
  %t0 = call i32 @lane_Thread__LaneID({i32, ptr} %p.0)
  call void @llvm.memset.p0.i64(ptr align 4 %t1, i8 0, i64 4, i1 false)
  %t2 = getelementptr inbounds {i32}, ptr %t1, i32 0, i32 0
  store i32 %p.2, ptr %t2
  %t3 = load {i32}, ptr %t1
  %t4 = call i32 @calls_times_scale({i32} %t3, i32 3)
  %t5 = call i32 @calls_times_int32(i32 %p.2, i32 4)
  %t6 = add i32 %t4, %t5
  %x.1 = sext i32 %t0 to i64
  %x.2 = extractvalue {ptr, i64, i64} %p.1, 0
  %t7 = getelementptr inbounds i32, ptr %x.2, i64 %x.1
  store i32 %t6, ptr %t7
  ret void
}
define ptx_kernel void @Asks(ptr noalias %a.0, i64 %a.1, i32 %a.2) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %a.0, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 %a.1, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.1, 2
  call void @calls_Asks({i32, ptr} %x.1, {ptr, i64, i64} %x.4, i32 %a.2)
  ret void
}
define internal void @calls_Pair_int32(ptr %p.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = getelementptr inbounds {i32, i32}, ptr %p.0, i32 0, i32 1
  %t1 = load i32, ptr %t0
  %t2 = getelementptr inbounds {i32, i32}, ptr %p.0, i32 0, i32 0
  %t3 = load i32, ptr %t2
  %t4 = getelementptr inbounds {i32, i32}, ptr %p.0, i32 0, i32 0
  store i32 %t1, ptr %t4
  %t5 = getelementptr inbounds {i32, i32}, ptr %p.0, i32 0, i32 1
  store i32 %t3, ptr %t5
  ret void
}
define internal i32 @calls_Calls_1(i32 %p.0, i32 %p.1, ptr %f.0) #0 {
entry:
  br label %b.0
b.0:
  %t0 = getelementptr inbounds {i32, i32}, ptr %f.0, i32 0, i32 1
  %t1 = load i32, ptr %t0
  %t2 = mul i32 %p.1, %t1
  %t3 = add i32 %p.0, %t2
  ret i32 %t3
}
define internal {i32, i64} @calls_fold({ptr, i64, i64} %p.0, {ptr} %p.1) #0 {
entry:
  br label %b.0
b.0:
  %t0 = extractvalue {ptr, i64, i64} %p.0, 1
  br label %b.1
b.1:
  %t1 = phi i32 [0, %b.0], [%t7, %b.2]
  %t2 = phi i64 [-1, %b.0], [%t3, %b.2]
  %t3 = add i64 %t2, 1
  %t4 = icmp slt i64 %t3, %t0
  br i1 %t4, label %b.2, label %b.3
b.2:
  %x.1 = extractvalue {ptr, i64, i64} %p.0, 0
  %t5 = getelementptr inbounds i32, ptr %x.1, i64 %t3
  %t6 = load i32, ptr %t5
  %x.2 = extractvalue {ptr} %p.1, 0
  %t7 = call i32 @calls_Calls_1(i32 %t1, i32 %t6, ptr %x.2)
  br label %b.1
b.3:
  %t8 = extractvalue {ptr, i64, i64} %p.0, 1
  %x.3 = insertvalue {i32, i64} poison, i32 %t1, 0
  %x.4 = insertvalue {i32, i64} %x.3, i64 %t8, 1
  ret {i32, i64} %x.4
}
define internal void @calls_Calls({i32, ptr} %p.0, {ptr, i64, i64} %p.1, i32 %p.2) #0 {
entry:
  %t0 = alloca {i32, i32}
  %t1 = alloca {i32, i32}
  %m.1 = alloca {i32, i32}
  br label %b.0
b.0:
  call void @llvm.memset.p0.i64(ptr align 4 %t0, i8 0, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %t1, i8 0, i64 8, i1 false)
  %t2 = getelementptr inbounds {i32, i32}, ptr %t1, i32 0, i32 0
  store i32 %p.2, ptr %t2
  %t3 = getelementptr inbounds {i32, i32}, ptr %t1, i32 0, i32 1
  store i32 1, ptr %t3
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %m.1, ptr align 4 %t1, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %t0, ptr align 4 %m.1, i64 8, i1 false)
  call void @calls_Pair_int32(ptr %t0)
  %x.2 = insertvalue {ptr} poison, ptr %t0, 0
  %t7 = call {i32, i64} @calls_fold({ptr, i64, i64} %p.1, {ptr} %x.2)
  %t8 = extractvalue {i32, i64} %t7, 0
  %t9 = extractvalue {i32, i64} %t7, 1
  %t10 = icmp eq i64 %t9, 0
  br i1 %t10, label %b.1, label %b.2
b.1:
  call void @llvm.trap()
  unreachable
b.2:
  %t12 = call i32 @lane_Thread__LaneID({i32, ptr} %p.0)
  %x.3 = sext i32 %t12 to i64
  %x.4 = extractvalue {ptr, i64, i64} %p.1, 0
  %t13 = getelementptr inbounds i32, ptr %x.4, i64 %x.3
  store i32 %t8, ptr %t13
  ret void
}
define ptx_kernel void @Calls(ptr noalias %a.0, i64 %a.1, i32 %a.2) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %a.0, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 %a.1, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.1, 2
  call void @calls_Calls({i32, ptr} %x.1, {ptr, i64, i64} %x.4, i32 %a.2)
  ret void
}
attributes #0 = { alwaysinline convergent nounwind }
attributes #1 = { convergent nounwind }
!0 = !{ptr @Asks, !"kernel", i32 1}
!1 = !{ptr @Calls, !"kernel", i32 1}
!nvvm.annotations = !{!0, !1}
