import { useEffect, useState } from 'preact/hooks'
import type { Chat } from '../chat/make-chat.ts'
import { withOwnTexts } from '../texts/choose-texts.ts'
import type { Language, LaterTexts } from '../texts/texts.ts'

type Extras = typeof import('../extras/extras.ts')
type PartName =
  | 'Attachments'
  | 'ContactForm'
  | 'ConversationList'
  | 'Counter'
  | 'DraftFiles'
  | 'Earlier'
  | 'FailedAnswer'
  | 'Feedback'
  | 'Menu'
  | 'Over'
  | 'RatingCard'
  | 'SourceList'
  | 'ToEnd'
  | 'Unsent'
  | 'When'

let loading: Promise<[Extras, LaterTexts]> | undefined

async function load(language: Language): Promise<[Extras, LaterTexts]> {
  const extras = await import('../extras/extras.ts')
  return [extras, await extras.loadLaterTexts(language)]
}

/** The module of what is used later or never, with its styles and texts; loaded once. */
export function loadExtras({ host, store }: Chat): Promise<Extras> {
  const { language } = store.get().texts
  loading ??= load(language).catch((error) => {
    loading = undefined
    throw error
  })
  return loading.then(([extras, later]) => {
    if (extras.prepare(host.root)) {
      const { texts, config } = store.get()
      store.set({ texts: { ...withOwnTexts(later, config?.texts), ...texts } })
    }
    return extras
  })
}

/** A component of the extras while it is wanted, as soon as it is there. */
export function useExtra<Name extends PartName>(chat: Chat, name: Name, isWanted: boolean): Extras[Name] | undefined {
  const [found, setFound] = useState<{ part: Extras[Name] }>()
  useEffect(() => {
    if (isWanted && !found)
      void loadExtras(chat).then(
        (extras) => setFound({ part: extras[name] }),
        () => {},
      )
  }, [chat, name, isWanted, found])
  return isWanted ? found?.part : undefined
}
