/** Work that the platform asks for when many visitors come from one network. */
export type Challenge = { salt: string; difficulty: number }

const batch = 512

/** Whether a hash begins with so many zero bits. */
const hasZeroBits = (hash: Uint8Array, bits: number): boolean => {
  for (let bit = 0; bit < bits; bit++) if (hash[bit >> 3]! & (0x80 >> (bit & 7))) return false
  return true
}

/**
 * Finds a number whose SHA-256 after the salt begins with `difficulty` zero bits. Web Crypto hashes off the main thread; a
 * worker of ours is something that the policy of a site may forbid.
 */
export async function solveChallenge({ salt, difficulty }: Challenge): Promise<{ salt: string; solution: number }> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += batch) {
    const numbers = [...Array(batch).keys()].map((index) => String(from + index))
    const hashes = await Promise.all(
      numbers.map((each) => crypto.subtle.digest('SHA-256', encoder.encode(salt + each))),
    )
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), difficulty))
    if (found >= 0) return { salt, solution: from + found }
  }
}
