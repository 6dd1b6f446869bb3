target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.smin.i32(i32, i32)
define internal void @arith_Mix({i32, ptr} %p.0, i32 %p.1, i32 %p.2, i8 %p.3, float %p.4, float %p.5, {ptr, i64, i64} %p.6) #0 {
entry:
  br label %b.0
b.0:
  %t0 = add i32 %p.1, %p.2
  %x.1 = extractvalue {ptr, i64, i64} %p.6, 0
  %t1 = getelementptr inbounds i32, ptr %x.1, i64 0
  store i32 %t0, ptr %t1
  %x.2 = icmp eq i32 %p.2, -1
  %x.3 = select i1 %x.2, i32 1, i32 %p.2
  %x.4 = sdiv i32 %p.1, %x.3
  %x.5 = sub i32 0, %p.1
  %t2 = select i1 %x.2, i32 %x.5, i32 %x.4
  %x.6 = extractvalue {ptr, i64, i64} %p.6, 0
  %t3 = getelementptr inbounds i32, ptr %x.6, i64 1
  store i32 %t2, ptr %t3
  %x.7 = icmp ult i8 %p.3, 32
  %x.8 = zext i8 %p.3 to i32
  %x.9 = select i1 %x.7, i32 %x.8, i32 0
  %x.10 = shl i32 %p.1, %x.9
  %t4 = select i1 %x.7, i32 %x.10, i32 0
  %x.11 = extractvalue {ptr, i64, i64} %p.6, 0
  %t5 = getelementptr inbounds i32, ptr %x.11, i64 2
  store i32 %t4, ptr %t5
  %x.12 = icmp ult i8 %p.3, 32
  %x.13 = zext i8 %p.3 to i32
  %x.14 = select i1 %x.12, i32 %x.13, i32 31
  %t6 = ashr i32 %p.1, %x.14
  %x.15 = extractvalue {ptr, i64, i64} %p.6, 0
  %t7 = getelementptr inbounds i32, ptr %x.15, i64 3
  store i32 %t6, ptr %t7
  %t8 = fmul float %p.4, %p.5
  %t9 = fadd float %t8, %p.4
  %x.16 = fptosi float %t9 to i32
  %t10 = freeze i32 %x.16
  %x.17 = extractvalue {ptr, i64, i64} %p.6, 0
  %t11 = getelementptr inbounds i32, ptr %x.17, i64 4
  store i32 %t10, ptr %t11
  %t12 = icmp slt i32 %p.1, %p.2
  br i1 %t12, label %b.3, label %b.2
b.3:
  %t15 = fcmp olt float %p.4, %p.5
  br i1 %t15, label %b.1, label %b.2
b.1:
  %x.18 = call i32 @llvm.smin.i32(i32 %p.1, i32 %p.2)
  %x.19 = extractvalue {ptr, i64, i64} %p.6, 0
  %t14 = getelementptr inbounds i32, ptr %x.19, i64 5
  store i32 %x.18, ptr %t14
  br label %b.2
b.2:
  ret void
}
define ptx_kernel void @Mix(i32 %a.0, i32 %a.1, i8 %a.2, float %a.3, float %a.4, ptr noalias %a.5, i64 %a.6) #1 {
  %x.1 = insertvalue {i32, ptr} {i32 -1, ptr null}, i32 -1, 0
  %x.2 = insertvalue {ptr, i64, i64} poison, ptr %a.5, 0
  %x.3 = insertvalue {ptr, i64, i64} %x.2, i64 %a.6, 1
  %x.4 = insertvalue {ptr, i64, i64} %x.3, i64 %a.6, 2
  call void @arith_Mix({i32, ptr} %x.1, i32 %a.0, i32 %a.1, i8 %a.2, float %a.3, float %a.4, {ptr, i64, i64} %x.4)
  ret void
}
attributes #0 = { alwaysinline convergent nounwind }
attributes #1 = { convergent nounwind }
!0 = !{ptr @Mix, !"kernel", i32 1}
!nvvm.annotations = !{!0}
