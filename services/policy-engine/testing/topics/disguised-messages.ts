/**
 * Messages that touch a topic in disguise, made by rules of their own: forms and compounds are written out by hand, and
 * nothing here comes from what the filter reads. A disguise takes the words that touch the topic and writes them otherwise.
 */
type Topic = { name: string; phrases: string[]; forms: { en?: string[]; sv?: string[] } }
export type Message = { text: string; topic: string; disguise: string }

/** The topics, their phrases, and words that touch them. */
export const topics: Topic[] = [
  {
    name: 'gambling',
    phrases: ['gamble', 'casino', 'poker', 'betting', 'kasino', 'spelbolag', 'slots'],
    forms: {
      en: ['gambling', 'gambled', 'gambles', 'gambler', 'gamblers', 'casino', 'casinos', 'poker', 'bets', 'betting'],
      sv: ['kasino', 'kasinot', 'kasinon', 'nätkasino', 'kasinobonus', 'pokerspel', 'spelbolagen', 'spelbolaget'],
    },
  },
  {
    name: 'weapons',
    phrases: ['weapon', 'gun', 'firearm', 'buy a rifle', 'vapen', 'pistol', 'sprängmedel', 'köpa gevär'],
    forms: {
      en: ['weapons', 'weaponry dealers and weapons', 'guns', 'firearms', 'bought a rifle', 'buying rifles', 'pistols'],
      sv: [
        'vapnen',
        'vapnet',
        'vapens',
        'skjutvapen',
        'vapenhandel',
        'automatvapnen',
        'pistolen',
        'pistolerna',
        'startpistol',
        'sprängmedlet',
        'köpte ett gevär',
        'köper geväret',
      ],
    },
  },
  {
    name: 'drugs',
    phrases: ['cocaine', 'drug', 'cannabis', 'narkotika', 'drog', 'knark', 'amfetamin'],
    forms: {
      en: ['cocaine', 'drugs', "drug's", 'cannabis', 'drugged'],
      sv: [
        'narkotikan',
        'narkotikas',
        'narkotikabrott',
        'drogen',
        'droger',
        'drogerna',
        'droghandel',
        'knarket',
        'knarklangare',
        'amfetaminet',
        'partydroger',
        'narkotikaklassad',
      ],
    },
  },
  {
    name: 'politics',
    phrases: ['election', 'politician', 'vote for a party', 'politik', 'riksdagsval', 'partiledare'],
    forms: {
      en: ['elections', 'the election', 'politicians', 'voted for the party', 'voting for a party'],
      sv: [
        'politiken',
        'politikens',
        'utrikespolitik',
        'riksdagsvalet',
        'partiledaren',
        'partiledarna',
        'partiledardebatt eller partiledare',
      ],
    },
  },
  {
    name: 'medicine',
    phrases: ['diagnosis', 'prescription', 'antibiotic', 'medicin', 'diagnos', 'läkemedel'],
    forms: {
      en: ['diagnosis', 'prescriptions', 'antibiotics', 'prescription'],
      sv: [
        'medicinen',
        'mediciner',
        'medicinerna',
        'diagnosen',
        'diagnoser',
        'läkemedlet',
        'läkemedlen',
        'hostmedicin',
        'läkemedelslista',
      ],
    },
  },
]

const around = {
  en: [
    'Can you tell me about {} please?',
    'I want {} today',
    'my brother says {} is fine here',
    '{}',
    'Where do I find {}?',
  ],
  sv: [
    'Kan du berätta om {} tack?',
    'Jag vill veta mer om {} idag',
    'min bror säger att {} går bra här',
    'Var hittar jag {}?',
  ],
}

const each = (text: string, change: (letter: string, nth: number) => string) => {
  let nth = 0
  return [...text].map((letter) => (/\p{L}/u.test(letter) ? change(letter, nth++) : letter)).join('')
}
const swap = (pairs: string, share: number) => {
  const table = new Map(pairs.split(' ').map((pair) => [[...pair][0]!, [...pair].slice(1).join('')]))
  return (text: string) => each(text, (letter, nth) => (nth % share === 0 ? letter : (table.get(letter) ?? letter)))
}
/** Only words of one part: a phrase's spaces would be told from the others by nobody. */
const between = (sign: string) => (text: string) =>
  text
    .split(' ')
    .map((word) => (word.length < 4 ? word : [...word].join(sign)))
    .join(' ')
const tear = (sign: string, at: (length: number) => number) => (text: string) =>
  text
    .split(' ')
    .map((word) => (word.length < 6 ? word : `${word.slice(0, at(word.length))}${sign}${word.slice(at(word.length))}`))
    .join(' ')
const shift = (lower: number) => (text: string) =>
  each(text, (letter) => (/[a-z]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) - 97 + lower) : letter))

export const disguises: Record<string, (text: string) => string> = {
  none: (text) => text,
  capitals: (text) => text.toUpperCase(),
  'mixed case': (text) => each(text, (letter, nth) => (nth % 2 ? letter.toUpperCase() : letter)),
  'zero-width spaces': (text) => each(text, (letter) => `${letter}\u200b`),
  'a zero-width joiner': (text) => each(text, (letter, nth) => (nth === 2 ? `\u200d${letter}` : letter)),
  'soft hyphens': (text) => each(text, (letter, nth) => (nth % 3 === 2 ? `\u00ad${letter}` : letter)),
  'acute accents': (text) => each(text, (letter) => `${letter}\u0301`),
  'strokes through': (text) => each(text, (letter) => `${letter}\u0336`),
  'composed accents': swap('aá eé ií oó uú nñ', 4),
  'other accents': swap('aâ eë iï oø uü yÿ', 3),
  'full width': shift(0xff41),
  'bold letters': shift(0x1d41a),
  'script letters': shift(0x1d4ea),
  'double-struck letters': shift(0x1d552),
  'circled letters': shift(0x24d0),
  'squared letters': shift(0x1f170),
  'Cyrillic letters': swap('aа eе oо pр cс xх iі sѕ', 9),
  'some Cyrillic letters': swap('aа eе oо pр cс yу', 2),
  'Greek letters': swap('aα oο iι nη vν pρ tτ', 9),
  'Cyrillic capitals': (text) => swap('AА BВ EЕ KК MМ HН OО PР CС TТ XХ', 99)(text.toUpperCase()),
  'small capitals': swap('aᴀ bʙ cᴄ dᴅ eᴇ gɢ iɪ kᴋ mᴍ nɴ oᴏ pᴘ rʀ tᴛ', 99),
  'Cherokee and others': swap('aꭺ bᏏ gɡ oօ nո uս hһ', 99),
  leetspeak: swap('a4 e3 i1 o0 s5 t7', 99),
  'signs for letters': swap('a@ s$ i!', 99),
  'some leetspeak': swap('a4 e3 i1 o0', 2),
  'more leetspeak': swap('a4 b8 e3 g9 i1 l1 o0 s5', 99),
  'letters apart': between(' '),
  'letters with dots': between('.'),
  'letters with hyphens': between('-'),
  'letters with low lines': between('_'),
  'letters with emoji': between('🔥'),
  'two spaces between letters': between('  '),
  'a hyphen within': tear('-', (length) => length >> 1),
  'a full stop within': tear('.', () => 3),
  'a space within': tear(' ', (length) => (length >> 1) + 1),
  'a line end within': tear('\n', () => 4),
  'an asterisk within': tear('*', () => 3),
  'drawn-out letters': (text) => each(text, (letter, nth) => (nth === 3 ? letter.repeat(4) : letter)),
  'a censored vowel': (text) =>
    text
      .split(' ')
      .map((word) => word.replace(/(?<=.)[aeiou]/, '*'))
      .join(' '),
  'capitals in full width': (text) => shift(0xff41)(text).toUpperCase(),
  'leetspeak with zero-width': (text) => each(swap('a4 e3 o0', 99)(text), (letter) => `${letter}\u2060`),
}

/** Every form in every disguise that changes it, each in one of the sentences around. The same ones each time. */
export function disguisedMessages(): Message[] {
  const messages: Message[] = []
  let turn = 0
  for (const { name, forms } of topics) {
    for (const language of ['en', 'sv'] as const) {
      for (const form of forms[language] ?? []) {
        for (const [disguise, change] of Object.entries(disguises)) {
          const changed = change(form)
          if (changed === form && disguise !== 'none') continue
          const sentences = around[language]
          messages.push({
            text: sentences[turn++ % sentences.length]!.replace('{}', () => changed),
            topic: name,
            disguise,
          })
        }
      }
    }
  }
  return messages
}

/** The filter that all of them are put before. */
export const topicConfig = { topics: topics.map(({ name, phrases }) => ({ name, phrases })) }
