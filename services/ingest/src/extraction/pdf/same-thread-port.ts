type Message = { stream?: unknown; chunk?: { items?: unknown[] }; data?: unknown; reason?: unknown }
type Listener = (event: { data: unknown }) => void

/**
 * A port between the two halves of pdfjs in one thread. pdfjs has one that copies each message; most messages are runs
 * of text, which nobody changes after they are sent, and copying them takes a fifth of the time that a page takes. Those
 * pass as they are, in a list of their own (the sender goes on with its record); so do messages that carry nothing but
 * the number of what they answer or ask for. Every other message is copied.
 */
export function sameThreadPort() {
  const listeners = new Set<Listener>()
  const delivered = Promise.resolve()
  return {
    postMessage(message: Message, transfer?: ArrayBuffer[]) {
      const isText = message.stream !== undefined && Array.isArray(message.chunk?.items)
      const isBare = message.chunk === undefined && message.data === undefined && message.reason === undefined
      const data = isText
        ? { ...message, chunk: { ...message.chunk } }
        : isBare
          ? { ...message }
          : structuredClone(message, { transfer: transfer ?? [] })
      void delivered.then(() => {
        for (const listener of [...listeners]) listener({ data })
      })
    },
    addEventListener(_name: string, listener: Listener, options?: { signal?: AbortSignal } | null) {
      listeners.add(listener)
      options?.signal?.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
    removeEventListener(_name: string, listener: Listener) {
      listeners.delete(listener)
    },
    terminate() {
      listeners.clear()
    },
  }
}
