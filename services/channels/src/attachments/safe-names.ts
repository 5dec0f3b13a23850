/** A name to show, never one to open. */
export const safeName = (filename: string): string =>
  filename
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .trim()
    .slice(-200) || 'attachment'
