/** What a client saw while processes died, and what the stores hold in the end. */
export type History = {
  /** Uploads: the operation's key, and the source that each accepted reply named (several when it was asked again). */
  uploads: { key: string; sourceIds: string[] }[]
  /** Questions: the operation's key, each reply that came, and the code that it kept failing with when none did. */
  questions: {
    key: string
    replies: { conversationId: string; messageId: string; outcome: string }[]
    failedWith?: string
  }[]
  sources: { id: string; status: string; versions: number; liveVersion: number | null }[]
  conversations: { id: string; messages: { id: string; sequence: number; author: string; outcome?: string }[] }[]
  /** Deliveries of outbound events in the order they came. */
  events: { id: string; key: string; sequence: number; type: string }[]
}

const duplicates = (values: string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

/** Every promise that the history breaks, a sentence each. Empty: none. */
export function violationsIn(history: History): string[] {
  const { uploads, questions, sources, conversations, events } = history
  const found: string[] = []

  for (const { key, sourceIds } of uploads) {
    const named = new Set(sourceIds)
    if (named.size === 0) found.push(`upload ${key} was never accepted`)
    if (named.size > 1) found.push(`upload ${key} made ${named.size} sources`)
    for (const id of named)
      if (!sources.some((source) => source.id === id)) found.push(`source ${id} of upload ${key} is lost`)
  }
  const uploaded = new Set(uploads.flatMap(({ sourceIds }) => sourceIds))
  for (const { id, status, versions, liveVersion } of sources) {
    if (!uploaded.has(id)) found.push(`source ${id} came from nowhere`)
    if (status !== 'Ready' && status !== 'Failed') found.push(`source ${id} is stuck in ${status}`)
    if (versions !== 1) found.push(`source ${id} has ${versions} versions`)
    if (status === 'Ready' && liveVersion !== 1) found.push(`source ${id} is Ready and has no live version`)
  }
  for (const id of duplicates(sources.map(({ id }) => id))) found.push(`source ${id} is listed twice`)

  for (const { key, replies, failedWith } of questions) {
    if (replies.length === 0 && !failedWith) found.push(`question ${key} was never answered`)
    if (new Set(replies.map(({ messageId }) => messageId)).size > 1) found.push(`question ${key} has several answers`)
    for (const { conversationId, messageId } of replies) {
      const conversation = conversations.find(({ id }) => id === conversationId)
      if (!conversation?.messages.some(({ id }) => id === messageId))
        found.push(`the answer ${messageId} to ${key} is lost`)
    }
  }
  const asked = new Set(questions.flatMap(({ replies }) => replies.map(({ conversationId }) => conversationId)))
  const unnamed = conversations.filter(({ id }) => !asked.has(id))
  const failed = questions.filter(({ failedWith }) => failedWith !== undefined)
  if (unnamed.length > failed.length)
    found.push(`${unnamed.length} conversations came from ${failed.length} failed questions`)
  for (const { id, messages } of unnamed) {
    if (!messages.some(({ outcome }) => outcome === 'failed')) found.push(`conversation ${id} was answered to nobody`)
  }
  for (const { id, messages } of conversations) {
    const inOrder = [...messages].sort((a, b) => a.sequence - b.sequence)
    if (inOrder.some(({ sequence }, i) => sequence !== i + 1))
      found.push(`conversation ${id} has gaps: ${inOrder.map((m) => m.sequence)}`)
    const authors = inOrder.map(({ author }) => (author === 'customer' ? 'customer' : 'answer'))
    if (authors.join() !== 'customer,answer') found.push(`conversation ${id} reads ${authors.join()}`)
  }

  const idOf = new Map<string, string>()
  const newest = new Map<string, number>()
  const delivered = new Set<string>()
  for (const { id, key, sequence } of events) {
    const place = `${key}/${sequence}`
    const known = idOf.get(place)
    if (known && known !== id) found.push(`event ${place} came with two ids`)
    idOf.set(place, id)
    if (delivered.has(id)) continue
    delivered.add(id)
    if (sequence < (newest.get(key) ?? 0)) found.push(`event ${place} came after ${newest.get(key)}`)
    newest.set(key, sequence)
  }
  for (const { id, messages } of conversations) {
    const hasFailed = messages.some(({ outcome }) => outcome === 'failed')
    for (const type of ['conversation.created', 'message.received', ...(hasFailed ? [] : ['message.sent'])]) {
      if (!events.some((event) => event.key === id && event.type === type)) found.push(`${type} of ${id} never came`)
    }
  }
  return found
}
