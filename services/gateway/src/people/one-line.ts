/** A name as one line of text: what breaks lines, hides or reorders text becomes a space. It goes into mails and lists. */
export const oneLine = (text: string): string => text.toWellFormed().replace(/\p{C}/gu, ' ').trim()
