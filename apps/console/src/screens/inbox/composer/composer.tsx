import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { DraftKind } from '../../../app/drafts.ts'
import { isPressed } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useTexts } from '../texts.ts'
import { Attachments } from './attachments.tsx'
import styles from './composer.module.css'
import { SendMenu } from './send-menu.tsx'
import { SuggestionList } from './suggestions.tsx'
import type { ComposerState, Sending } from './use-composer.ts'
import { useInsertions } from './use-insertions.ts'
import { useUploads } from './use-uploads.ts'

export type ComposerHandle = {
  focus: () => void
  insert: (text: string) => void
  attach: (files: readonly File[]) => void
}
type Props = {
  conversationId: string
  kind: DraftKind
  onKind: (kind: DraftKind) => void
  composer: ComposerState
  /** Messages that came after the reply was begun. */
  unseen: number
  handle: Ref<ComposerHandle>
}

/** Where a reply or a note is written. */
export function Composer({ conversationId, kind, onKind, composer, unseen, handle }: Props) {
  const messages = useMessages()
  const texts = useTexts()
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { draft, write, moved, other, keepThis } = composer
  const uploads = useUploads(draft.files, composer.setFiles)
  const insertions = useInsertions({ conversationId, kind, text: draft.content, write, field })
  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    insert(text) {
      write(draft.content === '' ? text : `${draft.content}\n${text}`)
      field.current?.focus()
    },
    attach: uploads.add,
  }))
  const isUploading = uploads.uploads.some(({ problem }) => problem === undefined)
  const canSend = draft.content.trim() !== '' && !isUploading
  const submit = (sending: Sending = {}) => {
    if (!canSend) return
    composer.send({ ...sending, ...insertions.take() })
  }
  const label = kind === 'reply' ? messages.composer.replyPlaceholder : messages.composer.notePlaceholder
  return (
    <form
      className={styles.composer}
      data-kind={kind}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.kinds}>
        {(['reply', 'note'] as const).map((each) => (
          <Button
            key={each}
            look="quiet"
            aria-pressed={each === kind}
            shortcut={each}
            onClick={() => {
              onKind(each)
              field.current?.focus()
            }}
          >
            {messages.composer[each]}
          </Button>
        ))}
        {!composer.isEmpty && (
          <span className={styles.saved} role="status">
            {draft.isSaved ? messages.composer.draftSaved : messages.composer.draftLocal}
          </span>
        )}
      </div>
      {(moved || (kind === 'reply' && unseen > 0 && draft.content !== '')) && (
        <p role="alert" className={styles.moved}>
          {messages.composer.moved(Math.max(1, unseen))}{' '}
          {moved && <Button onClick={() => submit({ anyway: true })}>{messages.composer.sendAnyway}</Button>}
        </p>
      )}
      {other !== undefined && (
        <div role="alert" className={styles.moved}>
          <p>{messages.composer.otherDraft}</p>
          <blockquote dir="auto">{other}</blockquote>
          <Button onClick={keepThis}>{messages.composer.keepThis}</Button>
        </div>
      )}
      <div className={styles.field}>
        {insertions.isOpen && (
          <SuggestionList
            id="composer-suggestions"
            label={insertions.label}
            suggestions={insertions.suggestions}
            active={insertions.active}
            onChoose={insertions.choose}
          />
        )}
        <textarea
          ref={field}
          dir="auto"
          rows={3}
          aria-label={label}
          placeholder={label}
          value={draft.content}
          aria-autocomplete="list"
          aria-controls={insertions.isOpen ? 'composer-suggestions' : undefined}
          aria-activedescendant={insertions.isOpen ? `composer-suggestions-${insertions.active}` : undefined}
          onChange={(event) => {
            write(event.target.value)
            insertions.onType(event.target.value, event.target.selectionStart)
          }}
          onBlur={insertions.close}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length === 0) return
            event.preventDefault()
            uploads.add(files)
          }}
          onKeyDown={(event) => {
            if (insertions.onKey(event)) return
            if (event.key === 'Escape') event.currentTarget.blur()
            if (!(event.metaKey || event.ctrlKey)) return
            const closes = isPressed('sendAndClose', event)
            if (!closes && !isPressed('send', event)) return
            event.preventDefault()
            submit(closes ? { after: 'close' } : {})
          }}
        />
      </div>
      {composer.signature !== '' && (
        <p className={styles.signature} dir="auto" title={texts.composer.signature}>
          {composer.signature}
        </p>
      )}
      {insertions.actionsText !== undefined && <p className={styles.also}>{insertions.actionsText}</p>}
      <Attachments files={draft.files} uploads={uploads} />
      <div className={styles.send}>
        <span className={styles.tools}>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              uploads.add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <Button
            look="quiet"
            aria-label={texts.files.attach}
            title={texts.files.attach}
            onClick={() => chooser.current?.click()}
          >
            <Icon name="attach" />
          </Button>
          <span className={styles.hint}>{kind === 'reply' ? texts.composer.replyHint : texts.composer.noteHint}</span>
        </span>
        {kind === 'reply' && (
          <Button
            look="primary"
            className={styles.more}
            aria-label={texts.composer.sendAnd}
            title={texts.composer.sendAnd}
            aria-haspopup="dialog"
            disabled={!canSend}
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="down" />
          </Button>
        )}
        <Button look="primary" type="submit" shortcut="send" className={styles.submit} disabled={!canSend}>
          {kind === 'reply' ? messages.composer.send : messages.composer.addNote}
        </Button>
      </div>
      {isMenuOpen && <SendMenu onChoose={(after) => submit({ after })} onClose={() => setMenuOpen(false)} />}
    </form>
  )
}
