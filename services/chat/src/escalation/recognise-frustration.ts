import { words } from '@frontdesk/language'

/** Up to this many other words. */
const gap = (most: number): string => `(?: [^ ]+){0,${most}}`
const oneOf = (text: string): string => `(?:${text.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`
/** Repetitions are bounded, so every expression is linear in the text. */
const any = (...patterns: string[]): RegExp => new RegExp(` (?:${patterns.join('|')}) `, 'u')

const very = '(?: (?:so|just|really|getting|absolutely|completely|totally|beyond|utterly|simply|becoming|very))?'
const english = any(
  // Of the service, or of us.
  oneOf(`useless worthless pathetic unacceptable outrageous disgraceful shameful disgusting incompetent wtf bullshit fuck fucking
    fucked shit shitty damn goddamn crap crappy nonsense sucks infuriating frustrating appalling unbelievable laughable`),
  `(?:is|are|was|be|s|getting|becoming)${very} (?:ridiculous|terrible|horrible|awful|insane|crazy|annoying)`,
  `(?:terrible|horrible|awful|dreadful)(?: customer)? (?:service|support|experience|company|app|answer|product|just)`,
  `worst${gap(2)} (?:ever|service|company|experience|support|shop|store)`,
  `(?:is|are|what|such|been|s)(?: like)? a(?: real| total| complete| bad)? (?:joke|nightmare|scam|disaster|mess|disgrace|fraud|rip off)`,
  `waste of(?: my| our)? (?:time|money)`,
  `how bad (?:this|it) is`,
  // Of oneself.
  `(?:am|m|im|getting|got|feel|feeling)${gap(2)} (?:angry|furious|frustrated|annoyed|fed up|pissed|outraged|unhappy|upset)`,
  `fed up`,
  `(?:sick|tired) of`,
  `disappointed (?:in|with|by) (?:you|your|this|the service)`,
  `(?:losing|lost|out of)(?: my| all| all my)? patience`,
  `(?:had enough|had it with|enough is enough|regret${gap(2)} (?:buying|ordering|choosing|signing))`,
  `never${gap(1)} (?:buy|buying|shop|shopping|order|ordering|use|using|coming)${gap(4)} again`,
  `ruined my`,
  // Again and again.
  `(?:third|fourth|fifth|sixth|tenth|hundredth|umpteenth|3rd|4th|5th) time`,
  `(?:asked|told|said|written|called|explained|mentioned|repeated|tried)${gap(4)} (?:times|twice|again and again|over and over)`,
  `(?:three|four|five|six|ten|many)(?: times| calls| emails| messages| weeks| months) (?:already|now|and)`,
  `already (?:told|said|asked|explained|wrote|answered|answered that|mentioned|tried)`,
  `how many times (?:do|must|should|have|did|will) (?:i|we)`,
  `(?:again and again|over and over|same${gap(2)} (?:answer|thing|reply|response|nonsense)${gap(3)} (?:again|over|every|all))`,
  `keeps? (?:getting|sending|giving|telling|repeating|saying)`,
  `(?:waited|waiting|trying|tried)${gap(3)} (?:weeks|hours|days|months|ages|forever)${gap(3)} (?:nothing|no|still|nobody)`,
  // Nobody helps.
  `(?:nobody|no one|noone|none of you)${gap(1)} (?:help|helps|helping|answer|answers|answering|reply|replies|listens|cares|responds)`,
  `you(?: people| guys)? (?:are not|re not|aren t|do not|don t|never|clearly|obviously|still don t|clearly don t)${gap(2)} (?:listen|listening|help|helping|answer|understand|read|reading|care|get it)`,
  `do you even`,
  `(?:did|does|do) ?n t help`,
  `(?:did|does) not help`,
  `didn t help|doesn t help`,
  `not what i (?:asked|said|meant|wrote)`,
  `nothing (?:works|helps|happens|ever works)${gap(2)}`,
  // What one says.
  `what the (?:hell|heck|fuck)`,
  `(?:are you|you must be|you ve got to be|you re) (?:kidding|joking|serious)`,
  `how hard (?:can|is) it`,
  `stop (?:giving|sending|telling|wasting|repeating|lying)`,
  `can t believe (?:how|this|that you)`,
  `i demand`,
)

const verySv =
  '(?: (?:så|så jävla|helt|riktigt|verkligen|ju|bara|fullständigt|väldigt|jätte|extremt|oerhört|rena|börjar bli))*'
const swedish = any(
  oneOf(`värdelös värdelöst värdelösa oacceptabelt oacceptabel oacceptabla skandal skandalöst skandalös patetiskt patetisk skamligt
    usel uselt usla bedrövligt bedrövlig urusel uruselt vidrigt inkompetenta inkompetent fan fanimej jävla jävlar jävligt jäkla
    helvete skit skiten skitdåligt skitservice suger frustrerande upprörande struntprat löjeväckande hopplöst urdåligt kasst
    rasande förbannad förbannat frustrerad vansinnig jättearg skitarg ursinnig jättebesviken`),
  `(?:är|blir|börjar bli|var|känns)${verySv} (?:löjligt|löjlig|fruktansvärt|hemskt|sjukt|horribelt|katastrof|otroligt dåligt)`,
  `(?:fruktansvärt|otroligt|så|rent ut sagt|riktigt|hur) (?:dålig|dåligt|dåliga)(?: service| det är| ni är)?`,
  `(?:fruktansvärd|hemsk|dålig|katastrofal)(?: kund)? (?:service|upplevelse|kundtjänst|kundservice|support)`,
  `sämsta${gap(3)} (?:någonsin|kundtjänsten|kundservicen|företaget|servicen|upplevelsen|jag varit med om|jag upplevt)`,
  `vilket (?:skämt|slöseri|hån|jäkla skämt)`,
  `(?:är|ett|ren|rent)(?: ju| en| ett| rena| ren)? (?:skämt|mardröm|bluff|bedrägeri|katastrof|skam|hån|lurendrejeri)`,
  `slöseri med(?: min| vår)? (?:tid|pengar)`,
  `(?:är|blir|jag|blivit)${verySv} (?:arg|förbannad|irriterad|upprörd|missnöjd|frustrerad|less|trött på (?:er|det här|detta|att|allt))`,
  `(?:missnöjd|besviken) (?:på|med) (?:er|det här|detta|service|servicen)`,
  `(?:less|trött|utled|spyless) på (?:er|att|det|detta|allt)`,
  `(?:är|väldigt|mycket|riktigt|oerhört|extremt) missnöjd`,
  `(?:tappa|tappar|tappat|förlorar|slut på)(?: mitt)? tålamod(?:et)?`,
  `(?:fått nog|får det vara nog|nu räcker det|orkar inte)`,
  `(?:köper|handlar|beställer|kommer)(?: jag)? aldrig${gap(3)} (?:er|här|mer|igen)`,
  `(?:förstört|förstörde) (?:min|mitt|vår|hela)`,
  `ångrar att (?:jag|vi)`,
  `(?:tredje|fjärde|femte|sjätte|tionde) gången`,
  `(?:frågat|sagt|skrivit|ringt|förklarat|påpekat|bett)${gap(4)} (?:gånger|gång på gång|om och om igen)`,
  `(?:tre|fyra|fem|tio|flera|många) (?:samtal|mejl|veckor|månader) och (?:ännu|fortfarande|inget|ingen)`,
  `(?:har${gap(3)} redan|redan)(?: sagt| frågat| förklarat| svarat| skrivit)`,
  `hur många gånger (?:ska|måste|behöver|skall|har) (?:jag|vi|man)`,
  `(?:om och om igen|gång på gång)`,
  `samma${gap(2)} (?:svar|sak)${gap(2)} (?:hela tiden|igen|jämt|varje gång)`,
  `(?:väntat|försökt|väntar)${gap(3)} (?:veckor|timmar|dagar|månader|evigheter)${gap(3)} (?:inget|ingenting|ingen|fortfarande)`,
  `(?:ingen|inte någon) (?:hjälper|svarar|lyssnar|bryr|hör|återkommer)`,
  `varför (?:hjälper|svarar|lyssnar|gör) (?:ingen|ni inte|du inte)`,
  `(?:ni|du) (?:lyssnar|hjälper|förstår|svarar|läser|fattar)(?: ju| mig| uppenbarligen)* (?:inte|aldrig|ingenting|inget|mig inte)`,
  `läser (?:ni|du) ens`,
  `hjälpte(?: ju| mig)? inte`,
  `inte(?: det)?(?: var)? (?:det|vad) jag (?:frågade|sa|skrev|menade)`,
  `(?:inget|ingenting) (?:fungerar|funkar|händer|hjälper)`,
  `(?:skojar|skämtar|driver) (?:ni|du)`,
  `är (?:ni|du|det) (?:seriösa|seriös|på allvar|allvar)`,
  `hur svårt (?:kan|ska) det`,
  `sluta (?:ge|skicka|upprepa|ljug|ljuga|slösa)`,
  `(?:kan inte|inte) (?:fatta|tro|förstå) (?:hur|att det)`,
  `jag kräver`,
)
const seriously = /^\s*(?:seriously|really|allvarligt|på allvar|otroligt|unbelievable)\b[^a-zåäö]/iu
/** Shouted, together with something that went wrong. */
const shouted = /[!?]{2,}/
const wrong = any(oneOf('not no never nothing still nobody why again inte aldrig inget ingen varför fortfarande igen'))
/** The same words in a film, a policy or a report. */
const harmless = any('worst case', 'report a scam', 'anmäler jag')

/** Whether a customer has run out of patience, in English or Swedish; being sad or having a problem is not enough. */
export function isFrustrated(text: string): boolean {
  const start = text.slice(0, 2_000)
  const spaced = ` ${words(start).join(' ')} `
  if (harmless.test(spaced)) return false
  if (shouted.test(start) && wrong.test(spaced)) return true
  return seriously.test(start) || english.test(spaced) || swedish.test(spaced)
}
