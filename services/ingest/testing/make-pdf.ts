const escaped = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`)

type PageForTest = {
  /** Of the page as a whole, clockwise, in degrees. */
  rotate?: 0 | 90 | 180 | 270
  /** Rotates the text on it: the first four numbers of a text matrix (ISO 32000-2, 9.4.2), and where it starts. */
  matrix?: string
  /** Space after each character, in points (`Tc`). */
  letterSpacing?: number
}

/** What stands on one line of a page: texts at their places from the left, in points; those under `ends` end there. */
export type PlacedLine = { at?: Record<number, string>; ends?: Record<number, string>; gap?: number; size?: number }

/** Rough widths of Helvetica, in thousandths of its size. */
const widthOf = (text: string, size: number): number =>
  ([...text].reduce((sum, c) => sum + (/[ .,:;'!()il|-]/.test(c) ? 278 : /[A-ZÅÄÖmw%—–]/.test(c) ? 690 : 556), 0) *
    size) /
  1_000

/** A small PDF whose lines have their texts at given places, 14 points apart unless a line says how far (`gap`). */
export function makePlacedPdf(pages: PlacedLine[][], top = 800): Uint8Array {
  return pdfOf(
    pages.map((lines) => contentOf(lines, top)),
    0,
  )
}

function contentOf(lines: PlacedLine[], top: number): string {
  let y = top + 14
  return lines
    .map(({ at = {}, ends = {}, gap = 14, size = 10 }) => {
      y -= gap
      const starts = [
        ...Object.entries(at).map(([x, text]) => [Number(x), text] as const),
        ...Object.entries(ends).map(([x, text]) => [Number(x) - widthOf(text, size), text] as const),
      ]
      return starts
        .map(([x, text]) => `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y} Tm (${escaped(text)}) Tj ET`)
        .join(' ')
    })
    .join('\n')
}

/** A small PDF with a line of Helvetica 12 for each string of each page, 14 points apart. For tests and benchmarks. */
export function makePdf(
  pages: string[][],
  { rotate = 0, matrix = '1 0 0 1 50 800', letterSpacing = 0 }: PageForTest = {},
): Uint8Array {
  const contents = pages.map(
    (lines) =>
      `BT /F1 12 Tf 14 TL ${letterSpacing} Tc ${matrix} Tm ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`,
  )
  return pdfOf(contents, rotate)
}

/** A PDF of one page with placed lines, and these annotations on it: dictionaries without `/Type` and brackets. */
export function makeFormPdf(lines: PlacedLine[], annotations: string[], rotate: 0 | 90 | 180 | 270 = 0): Uint8Array {
  return pdfOf([contentOf(lines, 800)], rotate, annotations)
}

/** A Japanese font that writes from the top down; readers know its characters by themselves. */
const verticalFont =
  '/F2 << /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-V /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>'

/** A PDF of one page whose columns are written from the top down, each at its place from the left, with placed lines beside them. */
export function makeVerticalPdf(columns: [x: number, text: string][], lines: PlacedLine[] = []): Uint8Array {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const drawn = columns.map(([x, text]) => `BT /F2 14 Tf 1 0 0 1 ${x} 780 Tm <${hex(text)}> Tj ET`)
  return pdfOf([`${drawn.join('\n')}\n${contentOf(lines, 60)}`], 0, [], verticalFont)
}

function pdfOf(pages: string[], rotate: number, annotations: string[] = [], moreFonts = ''): Uint8Array {
  const objects: string[] = []
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`)
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[2] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  for (const [i, content] of pages.entries()) {
    objects[4 + i * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents ${5 + i * 2} 0 R /Resources << /Font << /F1 3 0 R ${moreFonts} >> >> >>`
    objects[5 + i * 2] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  }
  if (annotations.length > 0) {
    const first = objects.length
    const all = annotations.map((_, i) => `${first + i} 0 R`).join(' ')
    objects[1] = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${all}] /DA (/F1 10 Tf) >> >>`
    objects[4] = objects[4]!.replace('/Resources', `/Annots [${all}] /Resources`)
    for (const annotation of annotations) objects.push(`<< /Type /Annot ${annotation} >>`)
  }
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (let i = 1; i < objects.length; i++) {
    offsets.push(file.length)
    file += `${i} 0 obj\n${objects[i]}\nendobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n0')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
