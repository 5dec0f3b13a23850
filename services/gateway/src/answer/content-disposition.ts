/**
 * The header that has a browser save a file under its name, whatever is in the name: RFC 6266 with the form of RFC 8187 for
 * what is not plain ASCII.
 */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (plain === filename) return `attachment; filename="${filename}"`
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Headers of a file: a browser saves it under its name. One that shows it all the same runs nothing of it, gives it no part
 * in what the console stores, and lets no page of another origin embed it.
 */
export const fileHeaders = (filename: string): Record<string, string> => ({
  'content-disposition': contentDisposition(filename),
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
})
