import type { OutboundFile } from './provider.ts'

/** A file with its bytes. */
export type ReadFile = Pick<OutboundFile, 'filename' | 'contentType'> & { content: Buffer }

/** The bytes of files, one after the other. */
export async function readFiles(files: OutboundFile[] = []): Promise<ReadFile[]> {
  const read: ReadFile[] = []
  for (const file of files) {
    const bytes = await file.read()
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    read.push({ filename: file.filename, contentType: file.contentType, content })
  }
  return read
}

/** A form with files as it goes over the wire. */
export async function encodeForm(
  fields: Iterable<[name: string, value: string]>,
  files: (ReadFile & { field: string })[],
): Promise<{ headers: { 'content-type': string }; body: Uint8Array }> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  for (const { field, filename, contentType, content } of files)
    form.append(field, new Blob([new Uint8Array(content)], { type: contentType }), filename)
  const encoded = new Response(form)
  return { headers: { 'content-type': encoded.headers.get('content-type')! }, body: await encoded.bytes() }
}
