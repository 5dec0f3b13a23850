/** Numbers as words, English and Swedish. "One" is left out: it is an article in Swedish and a pronoun in English. */
export const numberWords = new Map<string, number>(
  Object.entries({
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
    thousand: 1_000,
    två: 2,
    tre: 3,
    fyra: 4,
    fem: 5,
    sex: 6,
    sju: 7,
    åtta: 8,
    nio: 9,
    tio: 10,
    elva: 11,
    tolv: 12,
    femton: 15,
    tjugo: 20,
    trettio: 30,
    fyrtio: 40,
    femtio: 50,
    sextio: 60,
    nittio: 90,
    hundra: 100,
    tusen: 1_000,
  }),
)

/** Names that are others in the other language, English first; weekdays and months by the letters that all forms share. */
export const namePairs: [string, string][] = `
monday måndag, tuesday tisdag, wednesday onsdag, thursday torsdag, friday fredag, saturday lördag, sunday söndag,
january januari, february februari, march mars, april april, may maj, june juni, july juli, august augusti,
september september, october oktober, november november, december december, christmas jul, easter påsk,
english engelsk, swedish svensk, norwegian norsk, danish dansk, finnish finsk, german tysk, french fransk,
sweden sverige, norway norge, denmark danmark, finland finland, iceland island, germany tyskland, france frankrike,
spain spanien, italy italien, poland polen, netherlands nederländerna, belgium belgien, switzerland schweiz,
austria österrike, greece grekland, turkey turkiet, europe europa, britain storbritannien, ireland irland, usa usa,
gothenburg göteborg, copenhagen köpenhamn, helsinki helsingfors`
  .split(',')
  .map((pair) => pair.trim().split(' ') as [string, string])

/** The number of a month, by its English and Swedish name. */
export const monthNumbers = new Map<string, number>(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap((english, i) => [
      [english, i + 1],
      [namePairs.find(([name]) => name === english)![1], i + 1],
    ]),
)
