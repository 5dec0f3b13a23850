import { useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { textOfProblem } from '../../app/problem.ts'
import { noteSignedOut } from '../../app/query-client.ts'
import { checkFiles, shownSize } from './check-files.ts'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

const atOnce = 3

/** One thing that is added: a file, an address, a text. */
export type UploadLine = {
  key: number
  name: string
  state: 'waiting' | 'sending' | 'added' | 'refused'
  /** Why it was refused. */
  why?: string
  /** Sends it though there is a source of that name. */
  sendAnyway?: () => void
}

export type NewPages = { url: string; maxPages: number; recrawlEveryHours?: number; tags: string[] }
type Sending = { name: string; send: () => Promise<unknown> }

/** Adds sources, a few at once, and tells of each what becomes of it. */
export function useAddSources(knownNames: ReadonlySet<string>) {
  const { language, messages } = useLanguage()
  const texts = useTexts()
  const [lines, setLines] = useState<readonly UploadLine[]>([])
  const keys = useRef(0)
  const set = (key: number, change: Partial<UploadLine>) =>
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...change } : line)))
  const append = (line: Omit<UploadLine, 'key'>): number => {
    const key = ++keys.current
    setLines((before) => [...before.filter(({ state }) => state !== 'added'), { key, ...line }])
    return key
  }
  const sendOne = async (key: number, send: Sending['send']): Promise<void> => {
    setLines((before) =>
      before.map(({ why, sendAnyway, ...line }) =>
        line.key === key
          ? { ...line, state: 'sending' }
          : { ...line, ...(why && { why }), ...(sendAnyway && { sendAnyway }) },
      ),
    )
    try {
      await send()
      set(key, { state: 'added' })
    } catch (problem) {
      noteSignedOut(problem)
      set(key, { state: 'refused', why: textOfProblem(problem, messages) })
    }
    readSourcesAgain()
  }
  const sendAll = async (all: readonly Sending[]): Promise<void> => {
    const waiting = all.map(({ name, send }) => ({ key: append({ name, state: 'waiting' }), send }))
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await sendOne(next.key, next.send)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }
  const sendFile = (file: File) => () => client.post('/api/knowledge/sources', { form: { file } })
  return {
    lines,
    clearLines: () => setLines((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
    /** Does something with one source, by its name; only a refusal is told. */
    async attempt(name: string, work: () => Promise<unknown>): Promise<void> {
      try {
        await work()
      } catch (problem) {
        noteSignedOut(problem)
        append({ name, state: 'refused', why: textOfProblem(problem, messages) })
      }
      readSourcesAgain()
    },
    async upload(files: readonly File[]): Promise<void> {
      const checked = checkFiles(files, knownNames)
      for (const { file, verdict } of checked) {
        if (verdict === 'ok') continue
        const why = texts.refused[verdict](shownSize(file.size, language))
        const key = append({ name: file.name, state: 'refused', why })
        if (verdict === 'known') set(key, { sendAnyway: () => void sendOne(key, sendFile(file)) })
      }
      const sent = checked.filter(({ verdict }) => verdict === 'ok')
      await sendAll(sent.map(({ file }) => ({ name: file.name, send: sendFile(file) })))
    },
    addPages: (all: readonly NewPages[]) =>
      sendAll(
        all.map((pages) => ({
          name: pages.url,
          send: () => client.post('/api/knowledge/sources', { body: { type: 'url', ...pages } }),
        })),
      ),
    addTexts: (all: readonly { title: string; text: string; tags?: string[] }[]) =>
      sendAll(
        all.map((one) => ({
          name: one.title,
          send: () => client.post('/api/knowledge/sources', { body: { type: 'manual', ...one } }),
        })),
      ),
  }
}
