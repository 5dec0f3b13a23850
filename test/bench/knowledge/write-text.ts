import { randomNumbers } from '@frontdesk/properties'

const vocabularySize = 30_000
const functionWords =
  'the of and a to in is that it for on with as by this be are at from or an which not have was can will'.split(' ')
const syllables =
  'ab al an ar ba bel bo car cen cho cor dan del dis do el en er fa fin for ga gen gra ha hol in is ka kel la len lin lo ma men mi mor na nel no or pa pel per plo ra ren ri ro sa sel sha si sol ta tel ten tho to tra ul un va vel vi wa wen win zo'.split(
    ' ',
  )

/** A made-up language whose words are as unevenly common as those of a real one (Zipf), two to four syllables long. */
function vocabulary(random: () => number): string[] {
  const words = new Set<string>()
  while (words.size < vocabularySize) {
    const length = 2 + Math.floor(random() * 3)
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]!).join(''))
  }
  return [...words]
}

/** Texts of about so many chunks each, and questions that single sentences of them answer. */
export function writer(seed: number) {
  const random = randomNumbers(seed)
  const words = vocabulary(randomNumbers(1))
  // Ranks drawn so that the rank's logarithm is uniform: the density falls as 1/rank.
  const contentWord = (): string => words[Math.floor(vocabularySize ** random()) - 1]!
  const functionWord = (): string => functionWords[Math.floor(random() * functionWords.length)]!

  const sentence = (): string[] =>
    Array.from({ length: 8 + Math.floor(random() * 12) }, () => (random() < 0.45 ? functionWord() : contentWord()))

  return {
    /** A Markdown text of some `characters` characters under headings, and what can be asked of it. */
    text(characters: number): { text: string; questions: string[] } {
      const parts: string[] = []
      const questions: string[] = []
      let length = 0
      while (length < characters) {
        const sentences = Array.from({ length: 4 + Math.floor(random() * 5) }, sentence)
        const asked = sentences[0]!.filter((word) => !functionWords.includes(word))
        if (asked.length >= 4) questions.push(`What is the ${asked.slice(0, 6).join(' ')}?`)
        const paragraph = sentences.map((each) => `${capital(each.join(' '))}.`).join(' ')
        const part = random() < 0.2 ? `## ${capital(contentWord())} ${contentWord()}\n\n${paragraph}` : paragraph
        parts.push(part)
        length += part.length + 2
      }
      return { text: parts.join('\n\n'), questions }
    },
    /** A question whose words no text is likely to bring together. */
    oddQuestion: (): string => `Which ${contentWord()}${contentWord()} has ${contentWord()}${contentWord()}?`,
  }
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
