import { dequantize } from '../src/onnx/quantized-layer.ts'
import type { Weights } from '../src/weights/read-weights.ts'

/** The same model in plain floats, written down from its definition: what the converted one is compared with. */
export function naiveEncoder(weights: Weights): (embeddings: Float32Array) => number[] {
  const { hidden, layers, heads, inner, epsilon } = weights.header
  const floats = (name: string) => [...new Float32Array(Uint8Array.from(weights.floats(name).bytes).buffer)]
  const rows = (values: ArrayLike<number>, width: number) =>
    Array.from({ length: values.length / width }, (_, i) =>
      Array.prototype.slice.call(values, i * width, (i + 1) * width),
    )
  const layer = (xs: number[][], name: string, inputs: number) => {
    const matrix: number[][] = rows(dequantize(weights.blocks(`${name}.w`).bytes), inputs)
    const bias = floats(`${name}.b`)
    return xs.map((x) => matrix.map((row, o) => bias[o]! + dot(row, x)))
  }
  const normalize = (xs: number[][], name: string) => {
    const [scale, shift] = [floats(`${name}.w`), floats(`${name}.b`)]
    return xs.map((x) => {
      const mean = x.reduce((sum, value) => sum + value, 0) / x.length
      const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length
      return x.map((value, i) => ((value - mean) / Math.sqrt(variance + epsilon)) * scale[i]! + shift[i]!)
    })
  }
  const add = (xs: number[][], ys: number[][]) => xs.map((x, t) => x.map((value, i) => value + ys[t]![i]!))
  const attend = (query: number[][], key: number[][], value: number[][]) =>
    query.map((q) => {
      const size = hidden / heads
      return Array.from({ length: heads }, (_, h) => {
        const part = (x: number[]) => x.slice(h * size, (h + 1) * size)
        const powers = key.map((k) => Math.exp(dot(part(q), part(k)) / Math.sqrt(size)))
        const sum = powers.reduce((total, power) => total + power, 0)
        return Array.from({ length: size }, (_, i) =>
          value.reduce((total, v, t) => total + (powers[t]! / sum) * part(v)[i]!, 0),
        )
      }).flat()
    })

  return (embeddings) => {
    let x = normalize(rows(embeddings, hidden), 'emb.ln')
    for (let i = 0; i < layers; i++) {
      const [query, key, value] = ['q', 'k', 'v'].map((name) => layer(x, `l${i}.${name}`, hidden))
      x = normalize(add(x, layer(attend(query!, key!, value!), `l${i}.ao`, hidden)), `l${i}.aln`)
      const wide = layer(x, `l${i}.fi`, hidden).map((row) => row.map(gelu))
      x = normalize(add(x, layer(wide, `l${i}.fo`, inner)), `l${i}.oln`)
    }
    const sums = x.reduce((total, row) => total.map((value, i) => value + row[i]!))
    const length = Math.sqrt(dot(sums, sums))
    return sums.map((value) => value / length)
  }
}

/** The sum of products. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

const gelu = (x: number) => (x * (1 + errorFunction(x / Math.SQRT2))) / 2

/** Abramowitz and Stegun 7.1.26, off by less than 2e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const polynomial = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}
