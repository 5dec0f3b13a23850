export type FormPart = { name: string; value: string | Uint8Array; filename?: string; contentType?: string }

const boundary = 'xYzZY-frontdesk-4f1d'

/** A `multipart/form-data` request of these parts; what is bytes stays bytes, a file name too when it is of Latin-1. */
export function multipart(parts: FormPart[], nameEncoding: 'utf8' | 'latin1' = 'utf8') {
  const chunks = parts.flatMap(({ name, value, filename, contentType }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
        ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
        '',
        '',
      ].join('\r\n'),
      nameEncoding,
    ),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
