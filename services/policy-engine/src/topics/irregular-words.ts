/** Words whose forms no rule makes, the first of each line being the one that stands for all. */
const english = `
  buy bought
  sell sold
  shoot shot
  steal stole stolen
  drink drank drunk
  fight fought
  bring brought
  speak spoke spoken
  write wrote written
  drive drove driven
  ride rode ridden
  break broke broken
  take took taken
  give gave given
  go goes went gone
  see saw seen
  make made
  pay paid
  win won
  lose lost
  lend lent
  spend spent
  send sent
  build built
  hide hid hidden
  sleep slept
  keep kept
  leave left
  meet met
  feel felt
  tell told
  teach taught
  catch caught
  eat ate eaten
  fly flew flown
  grow grew grown
  know knew known
  throw threw thrown
  swim swam swum
  sing sang sung
  run ran
  begin began begun
  wear wore worn
  tear tore torn
  swear swore sworn
  choose chose chosen
  freeze froze frozen
  hold held
  stand stood
  find found
  bind bound
  hang hung
  dig dug
  stick stuck
  strike struck
  lead led
  bleed bled
  breed bred
  feed fed
  burn burnt
  deal dealt
  die died dying dies
  man men
  woman women
  child children
  foot feet
  tooth teeth
  mouse mice
  goose geese
  sue sued suing
  traffic trafficking trafficked trafficker traffickers
  panic panicking panicked`

const swedish = `
  sälja säljer sålde såldes sålt sålts såld sålda
  skjuta skjuter sköt sköts skjutit skjutits skjuten skjutna
  dricka dricker drack druckit
  stjäla stjäl stal stals stulit stulits stulen stulna stulet
  slå slår slog slogs slagit slagits
  dö dör dog dött
  döda dödar dödade dödat dödas
  bryta bryter bröt bröts brutit bruten brutna
  bjuda bjuder bjöd bjudit
  ljuga ljuger ljög ljugit
  sticka sticker stack stuckit
  vinna vinner vann vunnit
  binda binder band bundit
  hugga hugger högg huggit
  skriva skriver skrev skrivit
  bita biter bet bitit
  flyga flyger flög flugit
  supa super söp supit
  röka röker rökte rökt röks rökning
  sälj sälja
  ge ger gav gett givit
  ta tar tog tagit
  få får fick fått
  göra gör gjorde gjort
  sprängmedel sprängmedlet sprängmedlen
  bok böcker boken böckerna
  man män mannen männen mannens männens
  kvinna kvinnor kvinnan kvinnorna
  hand händer händerna handen
  fot fötter fötterna foten
  natt nätter nätterna natten
  stad städer städerna staden
  son söner sönerna sonen
  dotter döttrar döttrarna dottern
  tand tänder tänderna tanden
  bokstav bokstäver bokstäverna
  öga ögon ögat ögonen
  öra öron örat öronen
  spänna spände spänt
  tända tände tänt tänder
  sjunga sjöng sjungit
  medel medlet medlen`

function groupsOf(text: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (const line of text.trim().split('\n')) {
    const [first, ...others] = line.trim().split(' ')
    for (const other of others) groups.set(other, first!)
  }
  return groups
}

/** What stands for an irregular form, by language. Letters as they are written; `withoutDots` gives them without. */
export const irregular = { en: groupsOf(english), sv: groupsOf(swedish) } as const
