import { openVault } from '@frontdesk/secrets'

const purpose = 'backup'
const text = 'This is the key.'

/** A sealed text by which the key can be told later. It says nothing of the key. */
export const proofOf = (key: string): string => openVault(key, purpose).seal(text, purpose)

/** Whether it is the key that the proof was made with. */
export function isKeyOf(proof: string, key: string): boolean {
  try {
    return openVault(key, purpose).open(proof, purpose) === text
  } catch {
    return false
  }
}
