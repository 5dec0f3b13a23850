import { ZipFile } from 'yazl'

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relationship = (type: string, target: string) =>
  `<Relationship Id="${target}" Type="${types}/${type}" Target="${target}"/>`
const relationships = (inner: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`

export const wordXml = (body: string, doctype = '') =>
  `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
export const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A Word document of these parts, for tests. Those under `word/` with a name that says what they are are related to it. */
export async function docx(documentXml: string, more: Record<string, Buffer | string> = {}): Promise<Uint8Array> {
  const related = Object.keys(more).flatMap((name) => {
    const kind = /^word\/(styles|numbering|footnotes|endnotes|header|footer)\d*\.xml$/.exec(name)?.[1]
    return kind ? [relationship(kind, name.slice('word/'.length))] : []
  })
  const zip = new ZipFile()
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships(relationship('officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relationships(related.join('')),
    'word/document.xml': documentXml,
    ...more,
  }
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const bytes: Buffer[] = []
  for await (const part of zip.outputStream) bytes.push(part as Buffer)
  return Buffer.concat(bytes)
}
