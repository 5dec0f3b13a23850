import { createRequire } from 'node:module'
import { readFileSync, mkdtempSync, copyFileSync, writeFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { createWorker } from 'tesseract.js'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
const require = createRequire(import.meta.url)
const kind = process.argv[2] ?? '4.0.0_best_int'
const dir = mkdtempSync('/tmp/ocrtry/l')
for (const l of ['eng','swe']) copyFileSync(join(dirname(require.resolve(`@tesseract.js-data/${l}/package.json`)), kind, `${l}.traineddata.gz`), join(dir, `${l}.traineddata.gz`))
let t = performance.now()
const lap = (n) => { const m = performance.now(); console.log(n, (m - t).toFixed(0), 'ms', (process.memoryUsage.rss()/1e6).toFixed(0), 'MB'); t = m }
const w = await createWorker('eng+swe', 1, { langPath: dir, cacheMethod: 'none', gzip: true, errorHandler: () => {} })
lap('worker')
const dpi = Number(process.argv[3] ?? 300)
for (const f of (process.argv[4] ?? 'grayscale-image.pdf,multicolumn.pdf').split(',')) {
const doc = await pdfjs.getDocument({ data: new Uint8Array(readFileSync('/work/shared/data/documents/'+f)), useWasm: false, verbosity: 0, standardFontDataUrl: join(dirname(require.resolve('pdfjs-dist/package.json')),'standard_fonts')+'/' }).promise
const page = await doc.getPage(1)
const viewport = page.getViewport({ scale: dpi / 72 })
const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
await page.render({ canvas, viewport }).promise
lap(`render ${canvas.width}x${canvas.height}`)
const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
const gray = Buffer.alloc(canvas.width * canvas.height)
for (let i = 0; i < gray.length; i++) gray[i] = (data[i*4]*299 + data[i*4+1]*587 + data[i*4+2]*114) / 1000
const pgm = Buffer.concat([Buffer.from(`P5\n${canvas.width} ${canvas.height}\n255\n`), gray])
lap('gray')
const r = await w.recognize(pgm, {}, { text: true, blocks: true })
lap('recognise')
console.log(r.data.confidence, r.data.text.slice(0, 600))
writeFileSync('/tmp/ocrtry/'+f+'.json', JSON.stringify(r.data.blocks, (k,v)=> k==='symbols'||k==='choices'?undefined:v, 1))
await doc.loadingTask?.destroy?.()
}
await w.terminate()
