const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that turn a statement round, beside endings such as `n't`. */
export const negations = list(`
  not no never cannot none neither nor isn aren wasn weren doesn don didn won wouldn couldn shouldn can't
  inte ej icke aldrig ingen inga inget
  nicht kein keine keinen keinem keiner keines nie niemals
`)

/** Pairs of words of which one denies the other, as stems would have them told apart: the second of each counts as a `not`. */
const opposites: [string, string, string][] = [
  [
    'allow',
    'allowed allows allow permitted permits permit',
    'forbidden prohibited banned disallowed forbids prohibits',
  ],
  ['accept', 'accepted accepts accept accepting', 'refused rejected refuse refuses reject rejects'],
  ['include', 'included includes include including', 'excluded excludes exclude'],
  ['open', 'open opened opens', 'closed closes'],
  ['possible', 'possible', 'impossible'],
  ['available', 'available', 'unavailable'],
  ['required', 'required mandatory obligatory compulsory requires', 'optional voluntary'],
  ['tillåten', 'tillåtet tillåten tillåtna', 'förbjudet förbjuden förbjudna'],
  ['ingår', 'ingår', 'exkluderas'],
  ['öppen', 'öppet öppen öppna', 'stängt stängd stängda'],
  ['möjlig', 'möjligt möjlig möjliga', 'omöjligt omöjlig omöjliga'],
  ['krav', 'obligatoriskt obligatorisk obligatoriska', 'frivilligt frivillig frivilliga valfritt valfri'],
  ['erlaubt', 'erlaubt gestattet zulässig', 'verboten untersagt unzulässig'],
  ['inbegriffen', 'inbegriffen enthalten inklusive', 'ausgeschlossen'],
  ['geöffnet', 'geöffnet offen', 'geschlossen'],
  ['möglich', 'möglich', 'unmöglich'],
  ['pflicht', 'verpflichtend obligatorisch pflicht', 'freiwillig optional'],
]
/** By word: the concept that it stands for, and whether it denies it. */
export const conceptOf: ReadonlyMap<string, { concept: string; denies: boolean }> = new Map(
  opposites.flatMap(([concept, says, denies]): [string, { concept: string; denies: boolean }][] => [
    ...says
      .split(' ')
      .map((word): [string, { concept: string; denies: boolean }] => [word, { concept, denies: false }]),
    ...denies
      .split(' ')
      .map((word): [string, { concept: string; denies: boolean }] => [word, { concept, denies: true }]),
  ]),
)

/** Words that change nothing of what a statement is about: who is spoken to, that it holds now, that something costs. */
export const lightWords = list(`
  cost costs price prices priced fee fees charge charges charged pay pays paid payable amount amounts
  customer customers guest guests visitor visitors you we currently now today always usually normally generally
  possible per each every please note important have has value values number
  kostar kosta pris priset priser avgift avgiften avgifter betala betalar betalas uppgår kund kunder gäst gäster besökare
  nuvarande alltid normalt vanligtvis idag numera observera per varje värde antal
  kostet kosten preis preise gebühr gebühren beträgt betragen zahlen bezahlen zahlt kunde kunden gast gäste besucher
  derzeit immer normalerweise heute pro jede jeder jedes wert anzahl
  have has had contain contains must ska skall måste tar liegt berechnen berechnet bitte
  approximately about around maximum minimum least most högst minst maximalt cirka ungefär mindestens höchstens maximal etwa
  up within inom innerhalb upp uppgå
`)

/** Forms of words that mean the same where businesses write of their rules, by groups. */
const same: string[] = [
  'goods items item product products article articles merchandise',
  'purchase purchased purchases buy bought order ordered orders',
  'return returns returned returning',
  'deliver delivers delivered delivery deliveries ship ships shipped shipping arrive arrives',
  'begin begins start starts',
  'end ends',
  'children child kids kid',
  'guarantee guarantees warranty warranties',
  'last lasts run runs valid',
  'varor vara produkt produkter varan varorna artikel artiklar',
  'köp köpet köpt köpa beställning beställningar beställningen beställt order ordern',
  'retur returer returnera returneras returen returnerar',
  'leverans leveransen leveranser levereras leverera leverar',
  'giltig giltigt giltiga gäller',
  'gültig gilt gelten',
  'börjar startar inleds',
  'slutar avslutas',
  'ware waren artikel produkt produkte',
  'kauf gekauft bestellung bestellungen bestellt',
  'rückgabe zurückgeben zurückgegeben rücksendung zurücksenden',
  'lieferung lieferungen liefern geliefert versand versendet',
]
export const groupOf: ReadonlyMap<string, string> = new Map(
  same.flatMap((group) => {
    const [first, ...others] = group.split(' ')
    return [first!, ...others].map((word): [string, string] => [word, first!])
  }),
)

/** What begins an answer of yes or no. */
export const yesNo: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'ja', 'jo', 'jawohl', 'absolutely'].map((word): [string, boolean] => [word, true]),
  ...['no', 'nej', 'nein'].map((word): [string, boolean] => [word, false]),
])

/** What happens once: there a different year is another statement of the same thing. */
export const happensOnce = list(`
  founded established born built opened inaugurated expires valid deadline expire incorporated launched
  grundades grundat grundad byggdes invigdes öppnades giltig gäller löper född
  gegründet erbaut eröffnet geboren gültig gilt läuft errichtet
`)

/** Words for the lower and the upper end of what is meant: `Children under 6` are not `Children over 6`. */
const least = `minimum|minimal\\p{L}*|at least|least|over|above|(?<!(?:no|not) )more than|(?:no|not) less than|after|from
  |minst|över|(?<!inte )mer än|efter|från
  |mindestens|über|(?<!nicht )mehr als|nach|ab`
const most = `maximum|maximal\\p{L}*|at most|under|below|(?<!(?:no|not) )less than|(?:no|not) more than|up to|until|till|before
  |högst|(?<!inte )mindre än|inte mer än|före|till
  |höchstens|unter|(?<!nicht )weniger als|nicht mehr als|vor|bis`
const wholeWords = (list: string) => new RegExp(`(?<!\\p{L})(?:${list.replace(/\s*\n\s*/g, '')})(?!\\p{L})`, 'giu')
const ends = [wholeWords(least), wholeWords(most)] as const

/** Whether one of two texts is about the lower end of something more often, and the other one about its upper end. */
export function areOppositeEnds(a: string, b: string): boolean {
  const [fewer, more] = ends.map((end) => (a.match(end)?.length ?? 0) - (b.match(end)?.length ?? 0))
  return fewer! * more! < 0
}

/** What makes a common word the name of a plan or a way to pay: `Free plan`, `Pro subscription`. */
const plan =
  '(?:[ -](?:plan|tier|account|edition|version|subscription|membership|tarif|abo|konto|abonnemang|medlemskap)s?)'
const period = '(?:[ -](?:plan|billing|payment|subscription|membership|pass|ticket|fee)s?)'

/**
 * Cases that headings and titles name by one word of a group: what is said of one is not said of another. A word that says
 * other things as well (`Free delivery`, `A new year`, `Web shop`) names a case only alone or with a word for plans, and `web`
 * only with one for a program.
 */
const cases = [
  [
    'windows',
    'macos|mac|os x',
    'linux|ubuntu|debian',
    'ios|iphone|ipad',
    'android',
    '^web$|(?:^|on |in )the web$|web(?:[ -](?:app|client|version|interface))|webapp|browser',
  ],
  [
    `^(?:free|gratis|kostenlos)$|(?:free|gratis)${plan}`,
    `^basic$|basic${plan}|starter`,
    `^plus$|plus${plan}`,
    `professional|^pro$|pro${plan}`,
    `^teams?$|teams?${plan}`,
    `^business$|business${plan}`,
    `premium`,
    `enterprise`,
  ],
  [
    'daily|dagligen|täglich',
    'weekly|veckovis|wöchentlich',
    `monthly|månadsvis|^månad$|per månad|monatlich|^monat$|(?:1|one)[ -]month${period}`,
    `annual${period}|^annual$|annually|yearly|^årlig$|årligen|^år$|per år|jährlich|^jahr$`,
  ],
  [
    'students?|student(?:er)?|studierende|studenten|pupils?|elever|schüler(?:innen)?',
    'seniors?|pensioners?|pensionärer|seniorer|senioren|rentner(?:innen)?',
    'children|child|kids|barn|kinder',
    'youths?|teenagers|ungdom(?:ar)?|jugendliche',
    'adults?|vuxna|vuxen|erwachsene',
  ],
  [
    'business customers?|companies|företag(?:skunder)?|geschäftskunden|firmenkunden|corporate customers?',
    'private customers?|consumers?|privatkunder|privatpersoner|privatkunden|personal customers?',
  ],
  ['summer|sommar\\p{L}*|sommer\\p{L}*', 'winter\\p{L}*|vinter\\p{L}*'],
  ['full[ -]time|heltid\\p{L}*|vollzeit\\p{L}*', 'part[ -]time|deltid\\p{L}*|teilzeit\\p{L}*'],
].map((group) => group.map((names) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'iu')))

/**
 * Whether what stands above two texts (title, heading) names different cases (platforms, plans, periods, customers) of the
 * same group, and no common one.
 */
export const areOfOtherCases = (a: string[], b: string[]): boolean =>
  cases.some((group) => {
    const [ofA, ofB] = [a, b].map(
      (above) => new Set(group.filter((name) => above.some((text) => name.test(text.trim())))),
    )
    return ofA!.size > 0 && ofB!.size > 0 && ofA!.isDisjointFrom(ofB!)
  })
