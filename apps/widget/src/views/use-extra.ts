import { useEffect, useState } from 'preact/hooks'
import type { Chat } from '../chat/make-chat.ts'
import { adoptStyles } from './adopt-styles.ts'

type Extras = typeof import('../extras/extras.ts')
type PartName =
  | 'Attachments'
  | 'ContactForm'
  | 'ConversationList'
  | 'DraftFiles'
  | 'Earlier'
  | 'FailedAnswer'
  | 'Feedback'
  | 'Menu'
  | 'RatingCard'
  | 'SourceList'
  | 'Unsent'
  | 'When'

let loading: Promise<Extras> | undefined

/** The module of what is used later or never, with its styles; loaded once. */
export function loadExtras({ host }: Chat): Promise<Extras> {
  loading ??= import('../extras/extras.ts').catch((error) => {
    loading = undefined
    throw error
  })
  return loading.then((extras) => {
    if (!styled.has(host.root)) {
      adoptStyles(host.root, extras.styles)
      styled.add(host.root)
    }
    return extras
  })
}
const styled = new WeakSet<ShadowRoot>()

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
