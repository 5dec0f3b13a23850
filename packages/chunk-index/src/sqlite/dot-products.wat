(module
  (memory (export "memory") 1)
  (func (export "dots") (param $question i32) (param $rows i32) (param $count i32) (param $dimensions i32) (param $results i32)
    (local $end i32) (local $wholeEnd i32) (local $at i32) (local $q i32) (local $sum i32) (local $sums v128) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $question))
        (local.set $at (local.get $rows))
        (local.set $wholeEnd (i32.add (local.get $rows) (i32.and (local.get $dimensions) (i32.const -16))))
        (block $whole
          (loop $sixteen
            (br_if $whole (i32.ge_u (local.get $at) (local.get $wholeEnd)))
            (local.set $a (v128.load (local.get $q)))
            (local.set $b (v128.load (local.get $at)))
            (local.set $sums (i32x4.add (local.get $sums)
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))))
            (local.set $sums (i32x4.add (local.get $sums)
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b)))))
            (local.set $q (i32.add (local.get $q) (i32.const 16)))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br $sixteen)))
        (local.set $sum (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $rows (i32.add (local.get $rows) (local.get $dimensions)))
        (block $tail
          (loop $one
            (br_if $tail (i32.ge_u (local.get $at) (local.get $rows)))
            (local.set $sum (i32.add (local.get $sum)
              (i32.mul (i32.load8_s (local.get $q)) (i32.load8_s (local.get $at)))))
            (local.set $q (i32.add (local.get $q) (i32.const 1)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $one)))
        (i32.store (local.get $results) (local.get $sum))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $row)))))
