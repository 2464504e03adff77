;; Products of four rows at a time: sums[row][output] = Σ inputs[row][i] × weights[output][i].
;; Inputs are 16-bit and weights 8-bit integers, so that one instruction makes eight products. `size`, the length of a row of inputs, is a
;; multiple of 8, and `rows` of 4. wat2wasm of the package wabt compiles this file to the bytes in multiply.ts.
(module
  (import "memory" "memory" (memory 1))
  (func (export "multiply")
    (param $inputs i32) (param $weights i32) (param $sums i32) (param $rows i32) (param $size i32) (param $outputs i32)
    (local $output i32) (local $row i32) (local $x0 i32) (local $x1 i32) (local $x2 i32) (local $x3 i32)
    (local $w i32) (local $end i32) (local $to i32) (local $stride i32) (local $wide v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $stride (i32.shl (local.get $size) (i32.const 1)))
    (loop $nextOutput
      (local.set $x0 (local.get $inputs))
      (local.set $row (i32.const 0))
      (local.set $to (i32.add (local.get $sums) (i32.shl (local.get $output) (i32.const 2))))
      (local.set $end (i32.add (local.get $weights) (local.get $size)))
      (loop $nextRows
        (local.set $x1 (i32.add (local.get $x0) (local.get $stride)))
        (local.set $x2 (i32.add (local.get $x1) (local.get $stride)))
        (local.set $x3 (i32.add (local.get $x2) (local.get $stride)))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (local.set $w (local.get $weights))
        (loop $next
          (local.set $wide (v128.load8x8_s (local.get $w)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $wide) (v128.load (local.get $x0)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $wide) (v128.load (local.get $x1)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $wide) (v128.load (local.get $x2)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $wide) (v128.load (local.get $x3)))))
          (local.set $x0 (i32.add (local.get $x0) (i32.const 16)))
          (local.set $x1 (i32.add (local.get $x1) (i32.const 16)))
          (local.set $x2 (i32.add (local.get $x2) (i32.const 16)))
          (local.set $x3 (i32.add (local.get $x3) (i32.const 16)))
          (br_if $next (i32.lt_u (local.tee $w (i32.add (local.get $w) (i32.const 8))) (local.get $end))))
        (local.set $to (call $store (local.get $to) (local.get $s0) (local.get $outputs)))
        (local.set $to (call $store (local.get $to) (local.get $s1) (local.get $outputs)))
        (local.set $to (call $store (local.get $to) (local.get $s2) (local.get $outputs)))
        (local.set $to (call $store (local.get $to) (local.get $s3) (local.get $outputs)))
        ;; The last of the four rows ends where the next four begin.
        (local.set $x0 (local.get $x3))
        (br_if $nextRows (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
      (local.set $weights (local.get $end))
      (br_if $nextOutput (i32.lt_u (local.tee $output (i32.add (local.get $output) (i32.const 1))) (local.get $outputs)))))
  ;; Stores the sum of the four lanes. Returns where that of the next row belongs.
  (func $store (param $to i32) (param $lanes v128) (param $outputs i32) (result i32)
    (i32.store (local.get $to)
      (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
        (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))
    (i32.add (local.get $to) (i32.shl (local.get $outputs) (i32.const 2)))))
