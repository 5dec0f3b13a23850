type Message = { stream?: unknown; chunk?: { items?: unknown[] } }
type Listener = (event: { data: unknown }) => void

/**
 * A port between the two halves of pdfjs in one thread. pdfjs has one that copies each message; most messages are runs
 * of text, which nobody changes after they are sent, and copying them takes a fifth of the time that a page takes. Those
 * pass as they are, in a list of their own (the sender goes on with its record); every other message is copied.
 */
export function sameThreadPort() {
  const listeners = new Set<Listener>()
  const delivered = Promise.resolve()
  return {
    postMessage(message: Message, transfer?: ArrayBuffer[]) {
      const isText = message.stream !== undefined && Array.isArray(message.chunk?.items)
      const data = isText
        ? { ...message, chunk: { ...message.chunk } }
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
