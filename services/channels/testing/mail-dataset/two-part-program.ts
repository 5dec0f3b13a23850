import type { Draft, Program } from './draft.ts'
import { alternatives, textPart } from './wire.ts'

const prefixes = { en: { reply: 'Re: ', forward: 'Fwd: ' }, sv: { reply: 'Sv: ', forward: 'VB: ' } }
/** What a program writes: lines of plain text, and HTML. */
export type Bodies = { text: string[]; html: string }
/** A picture that the customer put into the text. */
export const image = (draft: Draft): string =>
  draft.file?.isInline ? `<div><img src="cid:image001@example" alt="${draft.file.name}"></div>` : ''
/** The names of headers in a forward. */
export const names = {
  en: { from: 'From', date: 'Date', sent: 'Sent', to: 'To', subject: 'Subject' },
  sv: { from: 'Från', date: 'Datum', sent: 'Skickat', to: 'Till', subject: 'Ämne' },
}

/** A program that writes each mail as plain text and as HTML. */
export const program = (
  family: string,
  form: string,
  writesInline: boolean,
  bodies: (draft: Draft) => Bodies,
  own: [string, string][] = [],
): Program => ({
  family,
  form,
  prefixes,
  writesInline,
  write(draft) {
    const { text, html } = bodies(draft)
    const parts = { text: textPart('plain', text.join('\n')), html: textPart('html', html) }
    return alternatives(draft, own, parts, `=_${form.replaceAll(' ', '')}_0a1b2c3d4e5f`)
  },
})
