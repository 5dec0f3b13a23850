import { useEffect, useState } from 'preact/hooks'

type ParseMarkdown = typeof import('../markdown/parse-markdown.ts').parseMarkdown

let loaded: ParseMarkdown | undefined

/** Reads Markdown, as soon as its module is there: it is loaded for the first message that needs it, and shown as text until then. */
export function useMarkdown(isWanted: boolean): ParseMarkdown | undefined {
  const [parse, setParse] = useState(() => loaded)
  useEffect(() => {
    if (isWanted && !parse)
      void import('../markdown/parse-markdown.ts').then(
        ({ parseMarkdown }) => {
          loaded = parseMarkdown
          setParse(() => loaded)
        },
        () => {},
      )
  }, [isWanted, parse])
  return isWanted ? parse : undefined
}
