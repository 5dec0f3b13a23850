import { nobodyAnswers, ServiceError } from '@frontdesk/contracts'
import type { Stop } from '../port.ts'

type Member<A> = { answer: A; maxInFlight: number; inFlight: number; idle: PromiseWithResolvers<void> | undefined }

/** Who answers which subject in this process; members of a subject take turns, each within its `maxInFlight`. */
export function answering<A>() {
  const bySubject = new Map<string, { members: Member<A>[]; turn: number }>()

  return {
    add(subject: string, maxInFlight: number, answer: A): Stop {
      const entry = bySubject.get(subject) ?? { members: [], turn: 0 }
      bySubject.set(subject, entry)
      const member: Member<A> = { answer, maxInFlight, inFlight: 0, idle: undefined }
      entry.members.push(member)
      return async () => {
        const place = entry.members.indexOf(member)
        if (place >= 0) entry.members.splice(place, 1)
        if (entry.members.length === 0 && bySubject.get(subject) === entry) bySubject.delete(subject)
        if (member.inFlight > 0) await (member.idle ??= Promise.withResolvers<void>()).promise
      }
    },

    /** The next member with room, and what to call when its answer is done. Throws `unavailable` or `overloaded`. */
    take(subject: string): { answer: A; done: () => void } {
      const entry = bySubject.get(subject)
      if (!entry) throw nobodyAnswers(subject)
      const { members } = entry
      for (let i = 0; i < members.length; i++) {
        const place = (entry.turn + i) % members.length
        const member = members[place]!
        if (member.inFlight >= member.maxInFlight) continue
        entry.turn = place + 1
        member.inFlight++
        return {
          answer: member.answer,
          done() {
            member.inFlight--
            if (member.inFlight === 0) member.idle?.resolve()
          },
        }
      }
      throw new ServiceError('overloaded')
    },
  }
}
