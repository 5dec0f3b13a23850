/** How far before a number its label is looked for, in characters. */
const labelWindow = 48
/** A label says what the number after it is: `Personnummer: `, `order no. `, `call me on `, `IBAN är `. */
const between =
  '(?:[\\s:#=*_"\'(«»“”-]|(?<!\\p{L})(?:is|was|on|at|to|är|var|på|till|med|nr|no|number|nummer|num|att|en|my|our|mitt|min|vår|me|us|mig|oss|er|erg|ist|unter|au|al|el|le|es|est|numero|n[úu]mero|num[ée]ro)(?!\\p{L})|[.,])'
const label = (words: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${words})${between}{0,8}$`, 'iu')

/** Numbers of things: what follows is no one's. */
const thing = label(
  '(?:order|customer|account|member|room|invoice|booking|ticket|case|tracking|parcel|shipment|reference|ref|article|item|serial|part|product|batch|version|build|model|sku|receipt|transaction|meter|policy|quote)s?(?:[ -]?(?:number|id|no|code))?' +
    '|(?:order|kund|konto|medlems|rums|best[äa]llnings?|faktura|boknings?|[äa]rende|kolli|paket|f[öo]rs[äa]ndelse|referens|artikel|serie|parti|kvitto|transaktions?|produkt|offert|ocr|v[åa]gbrevs|sp[åa]rnings?|m[äa]tar)[ -]?(?:nummer|numret|nr|id|kod|koden)?' +
    '|ean(?:-?13)?|isbn(?:-?1[03])?|gtin|imei|uuid|ip|kid|ocr|sku|upc|ord|inv|ref',
)
/** English, Nordic languages, German, Dutch, French, Spanish, Italian, Portuguese and Polish. */
const telephoneNouns =
  'tel|tele?fon(?:nummer|numret|nr|u)?|tlf|tfn|phone(?:[ -]?(?:number|no|nr))?|telephone(?: (?:number|no))?|mobile?|mobil(?:nummer|numret|nr|en|telefon)?|cell(?:phone)?|fax|whatsapp|switchboard|hotline|växel' +
  '|(?:matka)?puhelin(?:numero)?|puh|k[äa]nnykk[äa]|handy(?:nummer|nr)?|ruf(?:nummer|nr)|telefoon(?:nummer)?|mobiel(?:nummer)?|gsm|t[ée]l[ée]phone|tel[ée]fono?|telefone|m[óo]vil|telem[óo]vel|celular|cellulare'
const telephoneWords =
  `${telephoneNouns}|call|ring|text|sms|dial|n[åa]s|n[åa]|n[åa]r|reach|contact|kontakta|direkt(?:nummer)?|jour` +
  '|soita|portable|appelez|rufen sie|bel|llame|llamar|chiami|chiamare|ligue'
const telephone = label(telephoneWords)
const certainly = label(`(?:${telephoneNouns}|call|ring|dial|sms)`)
const phone = label(`(?:${telephoneWords})(?: \\p{Lu}\\p{Ll}+)?|number|nummer|numret|nr`)

const listed = new Uint8Array(128)
for (const character of '0123456789* +().,/#-\t') listed[character.charCodeAt(0)] = 1

/** What the words before a place say of the number there, each read when it is asked for, and once. */
export type Labels = {
  /** A number is a thing's, an order's say. */
  isThing(): boolean
  /** A number may be a telephone's: `reach Anna at`, `my number is`. */
  isPhone(): boolean
  /** A number can be nothing but a telephone's: `tel`, `call me on`. */
  isTelephone(): boolean
  /** They speak of telephones. */
  isAboutTelephones(): boolean
  /** They hold one of these labels. */
  isLabelled(words: RegExp): boolean
}

const none: Labels = {
  isThing: () => false,
  isPhone: () => false,
  isTelephone: () => false,
  isAboutTelephones: () => false,
  isLabelled: () => false,
}

/** Plain text in which numbers are looked for. */
export type Surroundings = {
  plain: string
  /** The first place that is asked about. */
  from: number
  /** What the words before a place say, past other numbers of the same list: a label speaks of all of them. */
  labelsBefore(at: number): Labels
  /** Whether markup stands before the place, so that a number may begin or end there, whatever it is displayed beside. */
  isSeam(at: number): boolean
}

/**
 * The labels in a text are read when they are asked for, and once: all numbers of a list have the same. `known` remembers them
 * while the text grows, under their place and by how much that has moved.
 */
export function readSurroundings(
  plain: string,
  seams: number[] = [],
  known = new Map<number, Labels>(),
  movedBy = 0,
  from = 0,
): Surroundings {
  const seamSet = new Set(seams)
  // For each place how far back the list that it stands in begins: the characters of numbers, and what parts them.
  let listStarts: Int32Array | undefined
  // A list that begins further back has no label.
  const first = Math.max(0, from - labelWindow)
  let [read, start] = [first, first]
  const listStart = (at: number): number => {
    listStarts ??= new Int32Array(plain.length)
    for (; read <= at; read++) {
      listStarts[read] = start
      if (listed[plain.charCodeAt(read)] !== 1) start = read + 1
    }
    return listStarts[at]!
  }
  return {
    plain,
    from,
    isSeam: (at) => seams.length > 0 && seamSet.has(at),
    labelsBefore(at) {
      const end = listStart(at)
      if (end === 0 || at - end >= labelWindow) return none
      let labels = known.get(end + movedBy)
      if (!labels) {
        labels = labelsIn(`${plain.slice(Math.max(0, end - labelWindow), end)} `)
        known.set(end + movedBy, labels)
      }
      return labels
    },
  }
}

function labelsIn(context: string): Labels {
  const known = new Map<RegExp, boolean>()
  const isLabelled = (words: RegExp): boolean => {
    let is = known.get(words)
    if (is === undefined) {
      is = words.test(context)
      known.set(words, is)
    }
    return is
  }
  return {
    isThing: () => isLabelled(thing),
    isPhone: () => isLabelled(phone),
    isTelephone: () => isLabelled(certainly),
    isAboutTelephones: () => isLabelled(telephone),
    isLabelled,
  }
}

/** A test for labels of one's own, as `Labels` take it. */
export const labels = label

const latinLetterOrDigit = /[a-z0-9\u00c0-\u024f_]/i
/** The same as a table of ASCII, since every digit of a text asks. */
const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(latinLetterOrDigit.test(String.fromCharCode(code))),
)
const isWordAt = (plain: string, at: number): boolean => {
  const code = plain.charCodeAt(at)
  return code < 128 ? asciiWord[code] === 1 : latinLetterOrDigit.test(plain[at]!)
}

/** Whether a number may begin here: not inside a word or a longer number. Scripts without spaces may stand beside one. */
export const beginsFreely = ({ plain, isSeam }: Surroundings, at: number, isAfterMask: boolean): boolean =>
  at === 0 || isAfterMask || !isWordAt(plain, at - 1) || isSeam(at)

/** Whether a number may end here. */
export const endsFreely = ({ plain, isSeam }: Surroundings, end: number): boolean =>
  end >= plain.length || !isWordAt(plain, end) || isSeam(end)

const foundBefore = /(?:\d(?:[ .()+-]{0,3}[a-z]?\d){5} ?[a-z]?|\*{3})\/$/i

const isJoint = (code: number): boolean => code === 45 || code === 95 || code === 46 || code === 47

/** Whether a whole number and a slash stand before the place, and so most often another number after them. */
const isAfterFound = (plain: string, at: number): boolean => foundBefore.test(plain.slice(Math.max(0, at - 24), at))

/** Whether the place begins a part of a path, as in a URL. */
export const beginsPathPart = (plain: string, at: number): boolean =>
  plain.charCodeAt(at - 1) === 47 &&
  /[\p{L}/]\/$/u.test(plain.slice(Math.max(0, at - 2), at)) &&
  !isAfterFound(plain, at)

/** Whether the place continues a compound such as `ORD-`, `12-` or `1.`. After a slash and a whole number stands another one. */
export const continuesCompound = ({ plain, isSeam }: Surroundings, at: number): boolean =>
  isJoint(plain.charCodeAt(at - 1)) &&
  /[\p{L}\d*][-_./]$/u.test(plain.slice(Math.max(0, at - 2), at)) &&
  !isAfterFound(plain, at) &&
  !isSeam(at)

const isParting = (code: number): boolean => isJoint(code) || code === 44 || code === 58
const anotherNumber = /^[,/](?:\+|\(?\d(?:[ ()./-]{0,2}\d){5})/

/** Whether the number goes on as a decimal, or as a part of a code, and not with another number after a comma or slash. */
export const goesOn = (plain: string, end: number): boolean =>
  isParting(plain.charCodeAt(end)) &&
  /^[-.,/_:]\d/.test(plain.slice(end, end + 2)) &&
  !anotherNumber.test(plain.slice(end, end + maxDistance))

/** How many characters after a number `goesOn` looks at. */
export const maxDistance = 14
