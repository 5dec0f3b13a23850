/** A reply with its writer's signature under it; one that has it already stays as it is. */
export function withSignature(content: string, signature: string): string {
  const text = content.trimEnd()
  return signature === '' || text.endsWith(signature) ? content : `${text}\n\n${signature}`
}

/** What was written above the signature. */
export function withoutSignature(content: string, signature: string): string {
  const end = `\n\n${signature}`
  return signature !== '' && content.endsWith(end) ? content.slice(0, -end.length) : content
}
