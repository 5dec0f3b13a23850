import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makeFormPdf, type PlacedLine } from '../../../testing/make-pdf.ts'

const field = (name: string, rect: string, more: string) => `/Subtype /Widget /T (${name}) /Rect [${rect}] /F 4 ${more}`
const box = (name: string, rect: string, state: string, on: string, flags = 0) =>
  field(name, rect, `/FT /Btn /Ff ${flags} /V /${state} /AS /${state} /AP << /N << /${on} 1 0 R /Off 1 0 R >> >>`)
const radio = 1 << 15
const textOf = async (lines: PlacedLine[], annotations: string[], rotate?: 0 | 90) =>
  (await extract('form.pdf', makeFormPdf(lines, annotations, rotate))).text

it('the values of text fields and choices stand beside their labels', async () => {
  const lines: PlacedLine[] = [
    { at: { 50: 'Service sheet for the kettle' } },
    { at: { 50: 'Warranty period:' }, gap: 30 },
    { at: { 50: 'Repair price:' }, gap: 30 },
    { at: { 50: 'Colour:' }, gap: 30 },
    { at: { 50: 'Please send the sheet with the device.' }, gap: 60 },
  ]
  const text = await textOf(lines, [
    field('w', '200 762 400 784', '/FT /Tx /V (36 months)'),
    field('p', '200 732 400 754', '/FT /Tx /V <FEFF003400390020004500550052>'),
    field('c', '200 702 400 724', '/FT /Ch /Ff 131072 /Opt [[(r) (Red)] [(b) (Dark blue)]] /V (b)'),
  ])
  expect(text).toBe(
    'Service sheet for the kettle\n\nWarranty period: 36 months\nRepair price: 49 EUR\nColour: Dark blue\n\nPlease send the sheet with the device.',
  )
})

it('boxes and radio buttons say which words are chosen', async () => {
  const lines: PlacedLine[] = [
    { at: { 50: 'Delivery' } },
    { at: { 70: 'Express delivery' }, gap: 30 },
    { at: { 70: 'Standard delivery' }, gap: 30 },
    { at: { 50: 'Insured:' }, gap: 30 },
    { at: { 50: 'Payment:' }, gap: 30 },
  ]
  const text = await textOf(lines, [
    box('d', '50 768 60 778', 'express', 'express', radio),
    box('d2', '50 738 60 748', 'Off', 'standard', radio),
    box('i', '100 708 110 718', 'Yes', 'Yes'),
    box('y', '100 678 110 688', 'Invoice', 'Invoice'),
  ])
  expect(text).toContain('[x] Express delivery')
  expect(text).toContain('[ ] Standard delivery')
  expect(text).toMatch(/Insured: \[x\]$/m)
  expect(text).toMatch(/Payment: \[x\] Invoice$/m)
})

it('texts and notes on a page are read once; replies about their state and links are not', async () => {
  const note = '/Subtype /Text /Rect [300 700 320 720] /Contents (Call before delivery.)'
  const text = await textOf(
    [{ at: { 50: 'A line of the page.' } }],
    [
      '/Subtype /FreeText /Rect [50 600 300 640] /DA (/F1 10 Tf) /Contents (Added later:\\rtwo lines.)',
      '/Subtype /FreeText /Rect [50 600 300 640] /DA (/F1 10 Tf) /Contents (Added later:\\rtwo lines.)',
      note,
      note,
      '/Subtype /Popup /Rect [300 700 400 720] /Contents (Call before delivery.)',
      '/Subtype /Text /Rect [1 1 20 20] /StateModel (Review) /State (Accepted) /Contents (Accepted set by Ann)',
      '/Subtype /Link /Rect [50 790 90 810] /Contents (a link)',
    ],
  )
  expect(text).toBe('A line of the page.\n\nAdded later: two lines.\n\nCall before delivery.')
})

it('hidden and password fields are left out, and what the page draws itself is not repeated', async () => {
  const lines: PlacedLine[] = [
    { at: { 50: 'Name:', 200: 'Ann Berg' } },
    { at: { 50: 'Code:' }, gap: 30 },
    { at: { 50: 'End.' }, gap: 60 },
  ]
  const of = (flags: number) =>
    `/Subtype /Widget /T (h${flags}) /FT /Tx /F ${flags} /Rect [200 768 300 780] /V (secret)`
  const text = await textOf(lines, [
    field('n', '198 796 300 812', '/FT /Tx /V (Ann Berg)'),
    of(2),
    of(32),
    of(6),
    field('p', '200 768 300 780', '/FT /Tx /Ff 8192 /V (secret)'),
    field('z', '200 768 200 768', '/FT /Tx /V (secret)'),
    '/Subtype /Text /F 2 /Rect [300 700 320 720] /Contents (secret)',
  ])
  expect(text.match(/Ann Berg/g)).toHaveLength(1)
  expect(text).not.toContain('secret')
})

it('a form of fields alone is read, also on a page that is turned', async () => {
  const value = field('w', '200 742 400 764', '/FT /Tx /Ff 4096 /V (One\\rTwo)')
  expect(await textOf([], [value])).toBe('One Two')
  expect(await textOf([], [value], 90)).toBe('One Two')
})

it('a page whose notes are damaged keeps its text, and is named', async () => {
  const pdf = Buffer.from(makeFormPdf([{ at: { 50: 'Service sheet' } }], [field('w', '1 2 3 4', '/FT /Tx /V (x)')]))
  const entries = pdf.toString('latin1').match(/\d{10} 00000 n/g)!
  const damaged = Buffer.from(pdf.toString('latin1').replace(entries.at(-1)!, '0000000020 00000 n'), 'latin1')
  expect(await extract('form.pdf', damaged)).toMatchObject({ text: 'Service sheet', unreadNotes: [1] })
  expect(await extract('form.pdf', pdf)).not.toHaveProperty('unreadNotes')
})
