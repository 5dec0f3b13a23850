/** An id for a conversation that does not exist yet. */
export const newConversationId = (): string => `new:${randomId()}`

export const isNew = (conversationId: string): boolean => conversationId.startsWith('new:')

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
