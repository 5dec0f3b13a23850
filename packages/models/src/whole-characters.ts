/** The same text in parts that never end inside a surrogate pair; a lone half at the very end is dropped. */
export async function* wholeCharacters(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const part of parts) {
    const text = held + part
    held = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
    const whole = held === '' ? text : text.slice(0, -1)
    if (whole !== '') yield whole
  }
}
