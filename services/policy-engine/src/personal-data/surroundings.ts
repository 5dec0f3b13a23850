/** How far before a number its label is looked for, in characters. */
const labelWindow = 48
/** A label says what the number after it is: `Personnummer: `, `order no. `, `call me on `, `IBAN är `. */
const between =
  '(?:[\\s:#=*_"\'(«»“”-]|(?<!\\p{L})(?:is|was|on|at|to|är|var|på|till|med|nr|no|number|nummer|num|att|en|my|our|mitt|min|vår|me|us|mig|oss|er|erg|ist)(?!\\p{L})|[.,])'
const label = (words: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${words})${between}{0,8}$`, 'iu')

/** Numbers of things: what follows is no one's. */
const thing = label(
  '(?:order|customer|account|member|room|invoice|booking|ticket|case|tracking|parcel|shipment|reference|ref|article|item|serial|part|product|batch|version|build|model|sku|receipt|transaction|meter|policy|quote)s?(?:[ -]?(?:number|id|no|code))?' +
    '|(?:order|kund|konto|medlems|rums|best[äa]llnings?|faktura|boknings?|[äa]rende|kolli|paket|f[öo]rs[äa]ndelse|referens|artikel|serie|parti|kvitto|transaktions?|produkt|offert|ocr|v[åa]gbrevs|sp[åa]rnings?|m[äa]tar)[ -]?(?:nummer|numret|nr|id|kod|koden)?' +
    '|ean(?:-?13)?|isbn(?:-?1[03])?|gtin|imei|uuid|ip|kid|ocr|sku|upc|ord|inv|ref',
)
const telephoneWords =
  'tel|tele?fon(?:nummer|numret)?|tlf|tfn|phone(?:[ -]?number)?|telephone|mobile?|mobil(?:nummer|en|telefon)?|cell(?:phone)?|call|ring|text|sms|fax|whatsapp|dial|n[åa]s|n[åa]|n[åa]r|puhelin|puh|handy|reach|contact|kontakta|växel|switchboard|hotline|direkt(?:nummer)?|jour'
const telephone = label(telephoneWords)
const phone = label(`(?:${telephoneWords})(?: \\p{Lu}\\p{Ll}+)?|number|nummer|numret`)

const listed = new Set('0123456789* +().,/#-')

const before = (plain: string, at: number): string => {
  const context = plain.slice(Math.max(0, at - labelWindow), at)
  // Past other numbers of the same list: a label speaks of all of them.
  let end = context.length
  while (end > 0 && listed.has(context[end - 1]!)) end--
  return `${context.slice(0, end)} `
}

/** Whether the words before say that a number is a thing's, an order's say. */
export const isLabelledThing = (plain: string, at: number): boolean => thing.test(before(plain, at))

/** Whether the words before speak of telephones. */
export const isLabelledTelephone = (plain: string, at: number): boolean => telephone.test(before(plain, at))

/** Whether the words before say that a number may be a telephone's: `reach Anna at`, `my number is`. */
export const isLabelledPhone = (plain: string, at: number): boolean => phone.test(before(plain, at))

/** Whether the words before hold one of these labels. */
export const isLabelled = (plain: string, at: number, words: RegExp): boolean => words.test(before(plain, at))

/** A test for labels of one's own, as `isLabelled` takes it. */
export const labels = label

const latinLetterOrDigit = /[a-z0-9\u00c0-\u024f_]/i

/** Whether a number may begin here: not inside a word or a longer number. Scripts without spaces may stand beside one. */
export const beginsFreely = (plain: string, at: number, isAfterMask: boolean): boolean =>
  at === 0 || isAfterMask || !latinLetterOrDigit.test(plain[at - 1]!)

/** Whether a number may end here. */
export const endsFreely = (plain: string, end: number): boolean =>
  end >= plain.length || !latinLetterOrDigit.test(plain[end]!)

const foundBefore = /(?:\d(?:[ .()+-]{0,3}[a-z]?\d){5} ?[a-z]?|\*{3})\/$/i

/** Whether the place continues a compound such as `ORD-`, `12-` or `1.`. After a slash and a whole number stands another one. */
export const continuesCompound = (plain: string, at: number): boolean =>
  /[\p{L}\d*][-_./]$/u.test(plain.slice(Math.max(0, at - 2), at)) &&
  !foundBefore.test(plain.slice(Math.max(0, at - 24), at))

const anotherNumber = /^[,/](?:\+|\(?\d(?:[ ()./-]{0,2}\d){5})/

/** Whether the number goes on as a decimal, or as a part of a code, and not with another number after a comma or slash. */
export const goesOn = (plain: string, end: number): boolean =>
  /^[-.,/_:]\d/.test(plain.slice(end, end + 2)) && !anotherNumber.test(plain.slice(end, end + farthest))

/** How many characters after a number `goesOn` looks at. */
export const farthest = 14
