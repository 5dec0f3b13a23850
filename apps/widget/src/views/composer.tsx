import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Attachment } from '../api/wire.ts'
import { type ChatState, currentOf } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from './icon.tsx'
import { loadExtras, useExtra } from './use-extra.ts'

const maxCharacters = 4_000
/** Longer messages show how long they are. */
const countedFrom = 3_500

/** Where the visitor writes. Enter sends, Shift and Enter breaks the line, and an input method's Enter does neither. */
export function Composer({
  chat,
  state,
  field,
}: {
  chat: Chat
  state: ChatState
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const { texts, config } = state
  const [restored] = useState(() => chat.storage.draft.read())
  const [text, setText] = useState(restored)
  const [files, setFiles] = useState<Attachment[]>([])
  const [problem, setProblem] = useState('')
  const [isUploading, setUploading] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const DraftFiles = useExtra(chat, 'DraftFiles', files.length > 0)
  const { length } = text.trim()
  const Counter = useExtra(chat, 'Counter', length > countedFrom)
  const canSend = (length > 0 || files.length > 0) && length <= maxCharacters && !isUploading

  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, 140)}px`
  })

  // The page before went away after the message was stored, and before its draft was removed: it would be sent twice.
  useEffect(() => {
    const isOnItsWay = [...state.outgoing, ...state.sent].some(({ message }) => message === text.trim())
    if (!isOnItsWay || text !== restored) return
    setText('')
    chat.storage.draft.write('')
  }, [chat, text, restored, state.outgoing, state.sent])

  function tellTyping(): void {
    const { id, state: who = 'ai' } = currentOf(state) ?? {}
    if (id && ['waiting', 'person'].includes(who)) void loadExtras(chat).then(({ sendTyping }) => sendTyping(chat, id))
  }
  function send(): void {
    if (!canSend) return
    void chat.send(text.trim() || files.map(({ filename }) => filename).join(', '), files)
    setText('')
    setFiles([])
    setProblem('')
    field.current?.focus()
  }
  async function add(chosen: File[]): Promise<void> {
    if (chosen.length === 0) return
    setUploading(true)
    await loadExtras(chat)
      .then(({ addFiles }) => addFiles(chat, files, chosen))
      .then(
        (added) => {
          setFiles(added.files)
          setProblem(added.problem)
        },
        () => setProblem(texts.unreachable),
      )
    setUploading(false)
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {Counter && <Counter chat={chat} count={length} max={maxCharacters} />}
      {DraftFiles && <DraftFiles chat={chat} files={files} change={setFiles} />}
      <div class="box">
        {config?.features?.attachments !== false && (
          <>
            <button
              type="button"
              class="tool"
              aria-label={texts.attach}
              title={texts.attach}
              aria-busy={isUploading}
              onClick={() => picker.current?.click()}
            >
              <Icon name="attach" />
            </button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={({ currentTarget }) => {
                void add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
          </>
        )}
        <textarea
          ref={field}
          rows={1}
          // Without words, the direction is that of the placeholder.
          dir={text ? 'auto' : undefined}
          value={text}
          placeholder={texts.placeholder}
          aria-label={texts.placeholder}
          enterkeyhint="send"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            chat.typed(currentTarget.value)
            tellTyping()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
            event.preventDefault()
            send()
          }}
          onPaste={(event) => {
            const pasted = [...(event.clipboardData?.files ?? [])]
            if (pasted.length > 0 && config?.features?.attachments !== false) {
              event.preventDefault()
              void add(pasted)
            }
          }}
        />
        <button type="submit" class="send" aria-label={texts.send} title={texts.send} aria-disabled={!canSend}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}
