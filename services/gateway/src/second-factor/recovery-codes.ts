import { hash, randomInt } from 'node:crypto'

const codes = 10
/** Digits and letters that nobody takes for one another. 32¹⁶ = 2⁸⁰: too many to guess, so a fast hash is enough. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letters = 16
const groupOf = 4

const newCode = (): string => Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten new codes as they are shown: `a1b2-c3d4-e5f6-g7h8`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () =>
    newCode()
      .match(new RegExp(`.{${groupOf}}`, 'g'))!
      .join('-'),
  )

/** What is stored of a recovery code, however it was typed. */
export const hashOfRecoveryCode = (code: string, agentId: string): string =>
  hash('sha256', `${agentId} ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`, 'hex')
