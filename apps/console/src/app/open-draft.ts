import {
  type DraftFile,
  type DraftKind,
  forgetLocalDraft,
  isEmpty,
  keepLocalDraft,
  type LocalDraft,
  readDraft,
  readLocalDraft,
  writeDraft,
} from './drafts.ts'

const saveMs = 1_000
const empty: LocalDraft = { content: '', files: [], revision: 0, sawSequence: 0, isSaved: true }

export type DraftState = {
  draft: LocalDraft
  /** What another window wrote in the meantime. */
  other?: string
}

/** What was sent of it: what the field had, when it was emptied for that. */
export type Taken = Pick<LocalDraft, 'content' | 'files' | 'revision' | 'sawSequence'>

/**
 * A draft while it is on screen. What is typed stands in this browser at once and at the server a second later. Another
 * window's text is never overwritten in silence, and never takes the place of what is typed here: both are shown.
 */
export class OpenDraft {
  #state: DraftState
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #agentId: string
  readonly #conversationId: string
  readonly #kind: DraftKind

  constructor(agentId: string, conversationId: string, kind: DraftKind) {
    this.#agentId = agentId
    this.#conversationId = conversationId
    this.#kind = kind
    this.#state = { draft: readLocalDraft(agentId, conversationId, kind) ?? empty }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = (): DraftState => this.#state

  /** Reads the server's, which is shown where this browser has nothing of its own. */
  async load(): Promise<void> {
    // Without an answer the text of this browser stands; it is written when the server is back.
    const stored = await readDraft(this.#conversationId, this.#kind).catch(() => undefined)
    const { draft } = this.#state
    if (!stored || !draft.isSaved || stored.revision <= draft.revision) return
    const { content, attachments, revision, sawSequence = 0 } = stored
    // Of a file that another browser uploaded, the server tells the id alone.
    const named = new Map(draft.files.map((file) => [file.id, file]))
    const files = attachments.map((id) => named.get(id) ?? { id, filename: '', contentType: '', bytes: 0 })
    this.#keep({ content, files, revision, sawSequence, isSaved: true })
  }

  /** What is typed. `newest` is the message that was seen when it was begun. */
  write(content: string, newest: number): void {
    this.#change({ content }, newest)
  }
  setFiles(files: DraftFile[], newest: number): void {
    this.#change({ files }, newest)
  }
  /** The first messages are on screen: what was typed before them was not written without them. */
  seeFirst(newest: number): void {
    const { draft } = this.#state
    if (!isEmpty(draft) && draft.sawSequence === 0) this.#keep({ ...draft, sawSequence: newest })
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    const saving = this.#state.draft
    if (saving.isSaved) return
    try {
      const result = await writeDraft(this.#conversationId, this.#kind, saving)
      const { draft } = this.#state
      if ('written' in result) {
        const isSaved = draft.content === saving.content && draft.files === saving.files
        this.#keep({ ...draft, revision: result.written.revision, isSaved })
      } else if (result.other) {
        const { content, revision } = result.other
        this.#keep({ ...draft, revision }, content === draft.content ? undefined : content)
      } else {
        // It was sent or deleted elsewhere: what is typed here is a new one.
        this.#keep({ ...draft, revision: 0 })
        this.#timer = setTimeout(() => void this.save(), saveMs)
      }
    } catch {
      // It stands in this browser; the next key or the next visit tries again.
    }
  }

  /** What is sent now. The field is empty after it, and the server's draft of that revision is not shown again. */
  take(): Taken {
    clearTimeout(this.#timer)
    const { draft } = this.#state
    this.#keep({ ...empty, revision: draft.revision })
    return draft
  }

  /** Puts what was taken back into the field, before what was typed since. */
  restore({ content: taken, files, sawSequence }: Pick<Taken, 'content' | 'files' | 'sawSequence'>): void {
    const { draft } = this.#state
    const content = draft.content === '' ? taken : `${taken}\n${draft.content}`
    this.#keep({ ...draft, content, files: [...files, ...draft.files], sawSequence, isSaved: false })
    this.#timer = setTimeout(() => void this.save(), saveMs)
  }

  /** The text of this window is the one. */
  keepThis(): void {
    this.#show({ draft: this.#state.draft })
    void this.save()
  }

  #change(change: Partial<LocalDraft>, newest: number): void {
    const { draft } = this.#state
    this.#keep({ ...draft, ...change, isSaved: false, ...(isEmpty(draft) && { sawSequence: newest }) })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), saveMs)
  }
  #keep(draft: LocalDraft, other = this.#state.other): void {
    const [agentId, conversationId, kind] = [this.#agentId, this.#conversationId, this.#kind]
    // The revision of what was sent is kept until the server has deleted that draft.
    void (isEmpty(draft) && draft.isSaved && draft.revision === 0
      ? forgetLocalDraft(agentId, conversationId, kind)
      : keepLocalDraft(agentId, conversationId, kind, draft))
    this.#show({ draft, ...(other !== undefined && { other }) })
  }
  #show(state: DraftState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
