import { Fragment, type RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { type ChatState, currentOf } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'
import type { AllTexts } from '../texts/texts.ts'
import { Composer } from './composer.tsx'
import { Header } from './header.tsx'
import { StartScreen } from './start-screen.tsx'
import { TimelineView } from './timeline-view.tsx'
import { loadExtras, useExtra } from './use-extra.ts'
import { useStore } from './use-store.ts'

/** `when` says until when the visitor waits. */
type Banner = { text: string; isBad?: boolean; when?: string }

/** One line above the conversation: what the visitor has to know now. */
function bannerOf(state: ChatState): Banner | undefined {
  const { texts, access, isOnline } = state
  const current = currentOf(state)
  if (access === 'unreachable') return { text: isOnline ? texts.unreachable : texts.offline, isBad: true }
  if (!isOnline) return { text: texts.offline, isBad: true }
  if (state.notice) return { text: state.notice }
  if (state.isAsked) return { text: texts.connecting }
  if (current?.state === 'waiting') {
    const when = current.expectedAt ?? (state.config?.open === false ? state.config.opensAt : undefined)
    return { text: texts.waiting, ...(when && { when }) }
  }
  return undefined
}

/** Whether the fields that the settings ask for are to be shown now. */
function asksForContact({
  config,
  conversations,
  conversationId,
  messages,
}: ChatState): 'before' | 'after' | undefined {
  const { when = 'never', fields = [], consent } = config?.preChat ?? {}
  if (fields.length === 0 && !consent) return undefined
  const state = conversations.find(({ id }) => id === conversationId)?.state
  if (when === 'on_hand_over') return state === 'waiting' ? 'after' : undefined
  const applies = when === 'always' || (when === 'outside_hours' && config?.open === false)
  return applies && messages.length === 0 && conversations.length === 0 ? 'before' : undefined
}

type Props = { chat: Chat; field: RefObject<HTMLTextAreaElement | null>; close: (() => void) | undefined }

/** The panel: header, conversation or list, and where the visitor writes. */
export function App({ chat, field, close }: Props) {
  const state = useStore(chat.store)
  const { texts, access, view, config, messages, announcement, sent, outgoing } = state
  const [skipped, setSkipped] = useState<string[]>([])
  const current = currentOf(state)
  const banner = bannerOf(state)
  const isOver = current !== undefined && ['resolved', 'closed'].includes(current.state)
  const isWithAi = !state.isAsked && (!current || current.state === 'ai')
  const asks = asksForContact(state)
  const place = `${asks} ${state.conversationId}`
  const wantsContact =
    asks !== undefined && !skipped.includes(place) && sent.length + outgoing.length >= (asks === 'before' ? 0 : -1)
  const wantsRating =
    isOver && config?.features?.rating !== false && !current.rating && !skipped.includes(`rating ${current.id}`)
  const ContactForm = useExtra(chat, 'ContactForm', wantsContact)
  const RatingCard = useExtra(chat, 'RatingCard', wantsRating)
  // Once something was sent, the texts and styles of the extras are soon needed.
  const Over = useExtra(chat, 'Over', current !== undefined || sent.length > 0)
  const When = useExtra(chat, 'When', banner?.when !== undefined)
  const ConversationList = useExtra(chat, 'ConversationList', view === 'list')
  const skip = (what: string) => () => setSkipped([...skipped, what])

  if (access === 'refused')
    return (
      <Fragment>
        <Header chat={chat} state={state} close={close} />
        <p class="refused">{texts.refused}</p>
      </Fragment>
    )
  const isBlocked = asks === 'before' && wantsContact
  return (
    <Fragment>
      <Header chat={chat} state={state} close={close} />
      {banner && (
        <p class={`banner${banner.isBad ? ' bad' : ''}`} role="status">
          {When ? <When at={banner.when!} texts={texts} say={(texts as AllTexts).waitingUntil} /> : banner.text}
        </p>
      )}
      {view === 'list' ? (
        ConversationList && <ConversationList chat={chat} state={state} done={() => {}} />
      ) : (
        <TimelineView
          key={state.conversationId.slice(0, 3) === 'new' ? state.conversationId : 'known'}
          chat={chat}
          state={state}
          start={<StartScreen chat={chat} state={state} />}
        >
          {ContactForm && asks === 'after' && <ContactForm chat={chat} state={state} done={skip(place)} />}
          {Over && isOver && <Over chat={chat} state={current.state} />}
          {RatingCard && <RatingCard chat={chat} state={state} done={skip(`rating ${current!.id}`)} />}
        </TimelineView>
      )}
      {ContactForm && isBlocked && <ContactForm chat={chat} state={state} done={skip(place)} />}
      {view === 'conversation' && !isBlocked && (
        <div class="foot">
          <Composer key={state.forgotten} chat={chat} state={state} field={field} />
          <p class="fine">
            {isWithAi && <span>{texts.aiNotice}</span>}
            {config?.features?.talkToPerson !== false && isWithAi && (
              <button
                type="button"
                class="link"
                onClick={() => {
                  // The sign comes before the reply, and before the file that asks for it.
                  chat.store.set({ isAsked: true })
                  field.current?.focus()
                  void loadExtras(chat).then(
                    ({ handOver }) => handOver(chat),
                    () => chat.store.set({ isAsked: false, notice: texts.unreachable }),
                  )
                }}
              >
                {texts.talkToPerson}
              </button>
            )}
          </p>
        </div>
      )}
      <p class="hidden" role="status">
        {announcement}
      </p>
      {messages.length === 0 && access === 'loading' && <span class="hidden">{texts.connecting}</span>}
    </Fragment>
  )
}
