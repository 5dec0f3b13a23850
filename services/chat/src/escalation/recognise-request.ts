import { words } from '@frontdesk/language'

/** Up to this many other words. */
const gap = (most: number): string => `(?: [^ ]+){0,${most}}`
const oneOf = (text: string): string => `(?:${text.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`
/** Repetitions are bounded, so every expression is linear in the text. */
const any = (...patterns: string[]): RegExp => new RegExp(` (?:${patterns.join('|')}) `, 'u')

const person =
  oneOf(`human humans human_being person agent agents representative representatives rep operator advisor adviser
  supervisor manager boss colleague colleagues employee employees specialist expert staff team someone somebody anyone anybody
  support helpdesk sales customer_service customer_support customer_care billing department`)
/** On their own these words are a request. */
const plainPerson = oneOf(`human humans person people agent representative operator supervisor employee colleague`)
const contact = oneOf('talk talking speak speaking chat chatting discuss conversation converse')
const me = oneOf('me us this it')

const english = any(
  `${contact}${gap(4)} (?:to|with)${gap(3)} ${person}`,
  `${oneOf('person human someone somebody anyone anybody people colleague')}${gap(5)} (?:talk|speak|chat)(?: (?:to|with))?`,
  `(?:phone|call|ring) (?:someone|somebody|a person|a human|a colleague)`,
  `(?:connect|transfer|forward|switch|redirect|pass|hand|put|move|send|refer)(?:ing)? ${me}${gap(3)} (?:to|with|over|through|on|in)${gap(4)} ${person}`,
  `(?:be|get|am|being) (?:connected|transferred|forwarded|put|contacted|handed|passed|referred|called)${gap(4)} ${person}`,
  `escalate${gap(2)} (?:to|with)${gap(2)} ${person}`,
  `${person}${gap(5)} (?:call|calls|contact|contacts|phone|ring|email|reach out to|get in touch with|answer|get back to|look at) (?:me|us|this)`,
  `(?:please|can you|could you|just) (?:call|phone|ring) me`,
  `call me back`,
  `(?:not|don t|no longer) (?:want|wish|like)${gap(2)} (?:talk|speak|chat|deal|write)${gap(2)} (?:bot|robot|machine|chatbot|computer)`,
  `(?:get hold of|reach|get in touch with|in touch with|in contact with|contact with|get)${gap(2)} (?:human|real|live|actual|someone|employee|person|advisor|representative)`,
  `(?:want|need|needs|like|prefer|rather have|get me|give me|find me|send me)(?: to have)?(?: an?| the| some)?(?: real| live| actual)* ${plainPerson}`,
  `(?:get|give|send|find) me (?:a|an|someone|somebody|your)${gap(2)} (?:human|person|agent|manager|supervisor|colleague|who)`,
  `(?:get|have)${gap(1)} (?:your|a|the) (?:boss|manager|supervisor|human|person|colleague)${gap(2)} (?:on|here|in|to)`,
)
/** Mentions of a person that are not a request for one. */
const englishOther = any(
  `do i need an? ${plainPerson}`,
  `(?:does|do) ${plainPerson}`,
  `need an? (?:person|agent) (?:over|under|to sell)`,
)

const personSv =
  oneOf(`människa människor människan person personer personen handläggare handläggaren medarbetare rådgivare chef
  chefen kollega kollegor kollegan operatör kundtjänst kundservice kundtjänsten support supporten någon nån nåt_folk folk säljare
  specialist expert mänsklig teamet personal personalen anställd ansvarig supportpersonal`)
const plainPersonSv = oneOf(`människa person handläggare medarbetare rådgivare operatör mänsklig_kontakt mänsklig_hjälp
  mänsklig_medarbetare kollega kundtjänst`)
const kindSv = oneOf('riktig levande verklig mänsklig fysisk ansvarig vanlig')
const swedish = any(
  `(?:prata|tala|snacka|chatta|diskutera|samtala)${gap(3)} med${gap(3)} (?:${personSv}|era|er|ert)`,
  `(?:prata|tala|snacka|chatta) (?:med )?(?:en )?(?:${kindSv} )?${plainPersonSv}`,
  `${personSv}${gap(5)} (?:prata|tala|snacka|chatta|samtala)(?: med)?`,
  `(?:koppla|kopplad|kopplas|slussa|slussad|skicka|flytta|lämna|överlämna|överlämnad|eskalera|ta|hänvisa)${gap(3)} (?:till|över till|vidare till|in)${gap(2)} ${personSv}`,
  `(?:koppla|skicka|slussa|hänvisa) mig vidare`,
  `(?:bli|blir|vara) (?:uppringd|kontaktad|kopplad till)`,
  `(?:någon|nån|kollega|medarbetare|ni|du|person|människa|chef|handläggare|rådgivare|personal)${gap(5)} (?:ringa|ringer|ring|kontakta|kontaktar)${gap(2)} mig`,
  `(?:någon|nån|kollega|medarbetare|person|människa|chef|handläggare|rådgivare)${gap(4)} (?:höra av sig|hör av sig|återkomma)`,
  `ring(?: upp)? mig`,
  `kan (?:ni|du) ringa(?: upp)?(?: tillbaka till)? mig`,
  `kan (?:ni|du) ringa (?:upp|tillbaka)`,
  `(?:vill ha|vill hellre ha|vill gärna ha|ge mig|kan jag få|får jag|hellre|föredrar|skulle vilja ha|behöver)(?: ha)?(?: en)?(?: ${kindSv})? ${plainPersonSv}`,
  `hjälp av${gap(1)} (?:${kindSv} )?(?:person|människa|medarbetare|handläggare)`,
  `(?:kontakt med|tag på|tag i)${gap(3)} (?:människa|person|medarbetare|handläggare|rådgivare|någon|nån|kundtjänst|kundservice)`,
  `(?:människa|${kindSv} person)${gap(1)} (?:svara|svarar|titta|tittar|hjälpa|hjälper|ta över|kolla|kollar)`,
  `finns det (?:en |någon |nån )?(?:${kindSv} )?(?:människa|person)${gap(1)} (?:där|här)`,
)

/** Words of a message that says nothing but: a person, please. */
const onlyWords = new Set(
  `a an the to i me my you please now real live actual human humans person people agent representative rep operator supervisor
  customer service support manager someone somebody want need get give talk speak chat with no not more bot bots robot s m d
  en ett tack nu snälla riktig levande mänsklig människa person handläggare medarbetare rådgivare kundtjänst kundservice operatör
  jag vill ha behöver ge mig prata tala med till inte mer ingen robot bot kontakt chef`.split(/\s+/),
)
const onlyPerson = any(plainPerson, plainPersonSv, 'manager', 'customer service', 'kundservice', 'chef')

const talksOfBot = any(oneOf('bot bots robot robots chatbot machine robotar maskin boten roboten'))
const refuses = any(oneOf('not no stop don t done inte ingen sluta slipp slippa hellre rather instead bort enough'))
const namesPerson = any(plainPerson, plainPersonSv, 'human', 'människa')

/**
 * Whether a customer asks to be helped by a person, in English or Swedish. By rules alone: it is told in microseconds, and the
 * same words always mean the same.
 */
export function asksForPerson(text: string): boolean {
  const said = words(text.slice(0, 2_000))
  const spaced = ` ${said.join(' ')} `
  if (said.length <= 5 && said.every((word) => onlyWords.has(word)) && onlyPerson.test(spaced)) return true
  if (talksOfBot.test(spaced) && refuses.test(spaced) && namesPerson.test(spaced)) return true
  return (english.test(spaced) && !englishOther.test(spaced)) || swedish.test(spaced)
}
