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
