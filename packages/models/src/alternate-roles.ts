import type { ChatMessage } from './write-prompt.ts'

/**
 * The same messages with roles that alternate: those of one role in a row become one, with an empty line between them, and
 * the first after the instructions is the user's. The chat templates of some models (Mistral, Gemma) refuse anything else.
 */
export function alternateRoles(messages: ChatMessage[]): ChatMessage[] {
  const merged: ChatMessage[] = []
  for (const { role, content } of messages) {
    const last = merged.at(-1)
    if (last?.role === role) last.content += `\n\n${content}`
    else {
      if (role === 'assistant' && (!last || last.role === 'system')) merged.push({ role: 'user', content: '(…)' })
      merged.push({ role, content })
    }
  }
  return merged
}
