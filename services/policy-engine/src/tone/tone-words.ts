const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' = ') as [string, string]),
  )

/** Contractions and everyday words, and what stands for them in a formal text. Lower case, straight apostrophes. */
export const longForms = pairs(`
  don't = do not
  doesn't = does not
  didn't = did not
  can't = cannot
  won't = will not
  isn't = is not
  aren't = are not
  wasn't = was not
  weren't = were not
  haven't = have not
  hasn't = has not
  hadn't = had not
  couldn't = could not
  shouldn't = should not
  wouldn't = would not
  mustn't = must not
  needn't = need not
  i'm = I am
  you're = you are
  we're = we are
  they're = they are
  i've = I have
  you've = you have
  we've = we have
  they've = they have
  i'll = I will
  you'll = you will
  we'll = we will
  they'll = they will
  it'll = it will
  it's = it is
  that's = that is
  there's = there is
  what's = what is
  here's = here is
  let's = let us
  y'all = you
  gonna = going to
  wanna = want to
  gotta = have to
  thanks = thank you
  asap = as soon as possible
  info = information
  yeah = yes
  yep = yes
  nope = no
  nån = någon
  nåt = något
  nåra = några
  nånting = någonting
  nånstans = någonstans
  sån = sådan
  sånt = sådant
  såna = sådana
  mej = mig
  dej = dig
  sej = sig
  kolla = kontrollera
  kollar = kontrollerar
  fixa = ordna
  fixar = ordnar
  stan = staden
  jättebra = mycket bra
  jättesnabbt = mycket snabbt
  toppen = utmärkt
  ifall = om`)

/** Before these "it's" and the like stand for "it has". */
export const perfects: ReadonlySet<string> = new Set(
  'been had got gotten gone come become taken made done sent shipped arrived'.split(' '),
)

/** Two words that an informal text contracts. Lower case. */
export const shortForms = pairs(`
  do not = don't
  does not = doesn't
  did not = didn't
  cannot = can't
  will not = won't
  is not = isn't
  are not = aren't
  was not = wasn't
  were not = weren't
  have not = haven't
  has not = hasn't
  could not = couldn't
  should not = shouldn't
  would not = wouldn't
  i am = I'm
  you are = you're
  we are = we're
  they are = they're
  it is = it's
  you will = you'll
  we will = we'll
  i will = I'll
  you have = you've
  we have = we've`)

/** How a text may begin, longest first, and how it begins in each tone instead. */
export const greetings = {
  en: {
    words: [
      'hi there',
      'hey there',
      'hello there',
      'dear sir or madam',
      'dear customer',
      'good day',
      'hello',
      'hiya',
      'hey',
      'hi',
    ],
    formal: 'Good day',
    professional: 'Hello',
    informal: 'Hi',
  },
  sv: {
    words: [
      'hej hej',
      'hej på dig',
      'bästa kund',
      'bäste kund',
      'kära kund',
      'god dag',
      'hejsan',
      'tjenare',
      'tjena',
      'hallå',
      'tja',
      'hej',
    ],
    formal: 'God dag',
    professional: 'Hej',
    informal: 'Hej',
  },
} as const

/** What betrays the other tone, but has no other word that always fits: reported, not changed. */
export const tells = {
  formal: new Set(
    `i'd you'd we'd they'd he'd she'd it'd he's she's who's kinda sorta lol omg btw cool awesome guys stuff dunno ain't cheers
    dom liksom typ grym grymt schysst kul grejer grejen asbra skitbra asså ba haha hehe`.split(/\s+/),
  ),
  informal: new Set(
    `hereby herewith hitherto aforementioned pursuant regarding henceforth kindly notwithstanding whereas
    härmed vänligen beträffande avseende erlägga erhålla tillhandahålla ovannämnda nedanstående huruvida ehuru eder`.split(
      /\s+/,
    ),
  ),
} as const
