import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'tesseract.js'
import type { Drawing } from './draw-page.ts'
import { type Judgement, judgeWords, type Recognised } from './judge-words.ts'
import type { Word } from './ocr.ts'

/** English and Swedish: each word is read in the one that it fits better. */
const languages = {
  eng: import.meta.resolve('@tesseract.js-data/eng/package.json'),
  swe: import.meta.resolve('@tesseract.js-data/swe/package.json'),
}
/** Confidence in percent. Marks that are no letters at all come out as words of some 20. */
const minWordConfidence = 30
const minLineConfidence = 50
/** Heights of a line's letters this near to those of most lines of the page are the same size. */
const sameSize = 0.2

/** The data of both languages, which are packages of their own, in one folder, as the recogniser wants them. */
async function withLanguageData<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-ocr-'))
  try {
    for (const [language, manifest] of Object.entries(languages)) {
      const file = `${language}.traineddata.gz`
      await copyFile(new URL(`4.0.0_best_int/${file}`, manifest), join(folder, file))
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts the recogniser, in a thread of its own that ends with this one. Nothing is fetched, nothing is kept on disk. */
export async function startRecogniser(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  return withLanguageData((langPath) =>
    createWorker(Object.keys(languages), OEM.LSTM_ONLY, {
      langPath,
      cacheMethod: 'none',
      gzip: true,
      // Each failure also rejects what was asked for.
      errorHandler: () => {},
    }),
  )
}

/** The drawing as a portable greymap (netpbm's PGM): the quickest that the recogniser decodes. */
function pgmOf({ width, height, grey }: Drawing): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey])
}

type Found = { text: string; x: number; right: number; y: number; size: number }

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 1

async function readLines(recogniser: Worker, drawing: Drawing): Promise<{ found: Found[]; judgement: Judgement }> {
  const { data } = await recogniser.recognize(pgmOf(drawing), {}, { text: false, blocks: true })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((paragraph) => paragraph.lines)
  const found: Found[] = []
  const recognised: Recognised[] = []
  for (const { words, confidence, baseline, rowAttributes, bbox } of lines) {
    if (confidence < minLineConfidence) continue
    const y = (baseline.y0 + baseline.y1) / 2
    const size = rowAttributes?.rowHeight || bbox.y1 - bbox.y0
    for (const word of words) {
      const text = word.text.trim()
      if (word.confidence < minWordConfidence || text === '') continue
      found.push({ text, x: word.bbox.x0, right: word.bbox.x1, y, size })
      recognised.push({ text, confidence: word.confidence })
    }
  }
  return { found, judgement: judgeWords(recognised) }
}

/** The drawing turned by a quarter, clockwise. */
function turned({ width, height, scale, grey }: Drawing): Drawing {
  const quarter = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) quarter[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, scale, grey: quarter }
}

/**
 * The words on a drawn page, in points of the page as it is read. Every word of a line stands on one baseline and has one
 * size. A page that lies on its side or head is turned until it reads; what reads in no direction is noise, not words.
 */
export async function recogniseWords(recogniser: Worker, page: Drawing): Promise<Word[]> {
  let drawing = page
  let best: { found: Found[]; judgement: Judgement; height: number } | undefined
  for (let turns = 0; turns < 4; turns++) {
    if (turns > 0) drawing = turned(drawing)
    const read = await readLines(recogniser, drawing)
    if (!best || read.judgement.letters > best.judgement.letters) best = { ...read, height: drawing.height }
    if (read.judgement.isSure) break
  }
  return best?.judgement.isText ? wordsOf(best.found, best.height / page.scale, page.scale) : []
}

function wordsOf(found: Found[], height: number, scale: number): Word[] {
  const usual = median(found.map(({ size }) => size))
  return found.map(({ text, x, right, y, size }) => {
    const points = (Math.abs(size - usual) <= usual * sameSize ? usual : size) / scale
    return {
      str: text,
      dir: 'ltr',
      width: (right - x) / scale,
      height: points,
      transform: [points, 0, 0, points, x / scale, height - y / scale],
      fontName: '',
      hasEOL: false,
    }
  })
}
