import { readWeights, type Weights } from '../src/weights/read-weights.ts'
import { type WeightsToWrite, writeWeights } from '../src/weights/write-weights.ts'

/** Pieces and their scores, as a model would have learnt them; a score of 0 marks what no text spells. */
export const tinyPieces: [piece: string, score: number][] = [
  ['<s>', 0],
  ['<pad>', 0],
  ['</s>', 0],
  ['<unk>', 0],
  ['\u2581', -4],
  ['\u2581que', -6],
  ['ry', -6],
  ['\u2581pass', -6],
  ['age', -6],
  [':', -5],
  ['\u2581re', -6],
  ['fund', -7],
  ['\u2581refund', -8.1234567],
  ['s', -5],
  ['\u2581return', -8],
  ['\u00e9', -9],
  ['\u00e5', -9],
  ['a', -7],
  ['uu', -11.2371],
  ['uuuu', -13.18123],
  ['fi', -9],
  ['<mask>', 0],
]

/** A whole model of two layers and some pieces, its weights drawn from a fixed sequence: quick to convert and to run. */
export function tinyFile({ hidden = 64, layers = 2, heads = 2, inner = 128, positions = 32 } = {}): Buffer {
  const random = sequence()
  const floats: WeightsToWrite['floats'] = {}
  const blocks: WeightsToWrite['blocks'] = {}
  const addFloats = (name: string, count: number, around = 0) => {
    const values = Float32Array.from({ length: count }, () => around + (random() - 0.5) / 5)
    floats[name] = { count, bytes: Buffer.from(values.buffer) }
  }
  const addBlocks = (name: string, count: number) => {
    const bytes = Buffer.from(Array.from({ length: (count / 32) * 18 }, () => Math.floor(random() * 256)))
    // Scales from 1/64 to 1/32, in half precision.
    for (let at = 0; at < bytes.length; at += 18) bytes.writeUInt16LE(0x2400 + Math.floor(random() * 0x400), at)
    blocks[name] = { count, bytes }
  }
  const addLayer = (name: string, inputs: number, outputs: number) => {
    addBlocks(`${name}.w`, inputs * outputs)
    addFloats(`${name}.b`, outputs)
  }
  const addNorm = (name: string) => {
    addFloats(`${name}.w`, hidden, 1)
    addFloats(`${name}.b`, hidden)
  }
  const vocabulary = tinyPieces.length
  addBlocks('emb.word', vocabulary * hidden)
  addFloats('emb.pos', positions * hidden)
  addFloats('emb.type', 2 * hidden)
  addNorm('emb.ln')
  for (let i = 0; i < layers; i++) {
    for (const name of ['q', 'k', 'v', 'ao']) addLayer(`l${i}.${name}`, hidden, hidden)
    addLayer(`l${i}.fi`, hidden, inner)
    addLayer(`l${i}.fo`, inner, hidden)
    addNorm(`l${i}.aln`)
    addNorm(`l${i}.oln`)
  }
  const header = { hidden, layers, heads, inner, vocabulary, positions, epsilon: 1e-12 }
  return writeWeights({ header, pieces: piecesOf(tinyPieces), floats, blocks })
}

/** The same, read. */
export const tinyWeights = (): Weights => readWeights(tinyFile())

/** Pieces as they stand in the file, with replacements of a full-width letter, a ligature and two kinds of space. */
export function piecesOf(pieces: [piece: string, score: number][]): Weights['pieces'] {
  const texts = pieces.map(([piece]) => Buffer.from(piece))
  const offsets = Buffer.alloc((pieces.length + 1) * 4)
  const scores = Buffer.alloc(pieces.length * 4)
  let at = 0
  for (const [i, text] of texts.entries()) {
    at += text.length
    offsets.writeUInt32LE(at, (i + 1) * 4)
    scores.writeFloatLE(pieces[i]![1], i * 4)
  }
  const replaced = [
    ['\n', ' '],
    ['\u00a0', ' '],
    ['\uff41', 'a'],
    ['\ufb01', 'fi'],
    ['\u0000', ''],
  ].map(([from, to]) => {
    const entry = Buffer.alloc(5 + 4 * to!.length)
    entry.writeUInt32LE(from!.codePointAt(0)!, 0)
    entry.writeUInt8(to!.length, 4)
    for (const [i, character] of [...to!].entries()) entry.writeUInt32LE(character.codePointAt(0)!, 5 + 4 * i)
    return entry
  })
  return {
    count: pieces.length,
    begin: 0,
    end: 2,
    pad: 1,
    unknown: 3,
    offsets,
    scores,
    text: Buffer.concat(texts),
    replacements: Buffer.concat(replaced),
    replacementCount: replaced.length,
  }
}

/** Numbers from 0 to 1, the same each time. */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
