import { expect, it } from 'vitest'
import { isCommon, newPassword, requireGoodPassword } from './check-password.ts'
import { commonPasswords } from './common-passwords.ts'
import { openHasher, saltOf } from './hash-password.ts'

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' }
const isRefused = (password: string, of = ada): boolean => {
  if (!newPassword.safeParse(password).success) return true
  try {
    requireGoodPassword(password, of)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request', errors: [{ path: 'password' }] })
    return true
  }
}

it('the most used passwords are refused, as they are, repeated and with digits around them', () => {
  expect(commonPasswords.size).toBeGreaterThan(10_000)
  for (const password of commonPasswords) expect(isRefused(password), password).toBe(true)
  for (const common of ['password1234', 'PasswordPassword', '123456123456', '!!sunshine2026', 'aaaaaaaaaaaaaaaa'])
    expect(isCommon(common), common).toBe(true)
})

it('a password of one’s own name or address is refused, a phrase is not', () => {
  for (const own of ['ada.lovelace@example.com', 'AdaLovelace2026', 'ada.lovelace12'])
    expect(isRefused(own), own).toBe(true)
  for (const good of [
    'seven blue umbrellas',
    'correct horse battery',
    'Ada likes umbrellas',
    'köttbullar och mos',
    '🦊🦊 fuchs im bau',
  ])
    expect(isRefused(good), good).toBe(false)
  expect([isRefused('x'.repeat(257)), isRefused('elevenchars')]).toEqual([true, true])
})

it('words of one’s own name and address make no password, in any order and with anything between them', () => {
  const people = [
    { name: 'Ada Berg', email: 'ada@nordvik.example' },
    { name: 'Zoë Åkerström-Núñez', email: 'z.akerstrom@mail.lampen-haus.de' },
    { name: 'Bo Ek', email: 'bo@ek.se' },
    { name: '王小明', email: 'xiaoming@lianxi.example' },
  ]
  const own = [
    [
      'ada berg nordvik',
      'NordvikBergAda',
      'nordvik-ada_berg!2026',
      'a.d.a.b.e.r.g.nordvik',
      'nordvik.example',
      'bergbergberg1',
    ],
    ['ZoeAkerstrom2026', 'núñez zoë lampen', 'LAMPEN haus zoë 99', 'akerstrom@lampen'],
    ['bo ek bo ek bo ek', 'ekbo-2026-2026', 'BoEkBoEkBoEk'],
    ['王小明2026202620', 'xiaoming lianxi'],
  ]
  for (const [index, person] of people.entries()) {
    for (const password of own[index]!) expect(isRefused(password, person), password).toBe(true)
    for (const phrase of ['seven blue umbrellas', 'my bergamot is old', 'nordic lamps glow'])
      expect(isRefused(phrase, person), phrase).toBe(false)
  }
})

it('a password matches its own PHC string alone, however its letters are composed', async () => {
  const hasher = openHasher()
  const phc = await hasher.hash('caf\u00e9 au lait 12')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await hasher.matching('cafe\u0301 au lait 12', [phc])).toEqual([phc])
  expect(await hasher.matching('cafe au lait 12', [phc])).toEqual([])
  expect(await hasher.hash('caf\u00e9 au lait 12')).not.toBe(phc)
  const same = await hasher.hash('another one of these', saltOf(phc))
  expect(await hasher.matching('another one of these', [phc, same])).toEqual([same])
  await expect(hasher.matching('x', ['$2b$12$abc'])).rejects.toMatchObject({ code: 'internal' })
})

it('too many hashes at once are refused, and those of known networks are not held up by them', async () => {
  const hasher = openHasher()
  const phc = await hasher.hash('seven blue umbrellas')
  const ended: string[] = []
  const flood = Array.from({ length: 400 }, (_, i) =>
    hasher.matching(`guess ${i}`, [phc]).then(
      () => void ended.push('guess'),
      ({ code }) => void ended.push(code),
    ),
  )
  await hasher
    .matching('seven blue umbrellas', [phc], 'known')
    .then((found) => ended.push(found.length === 1 ? 'owner' : 'nobody'))
  const before = ended.slice(0, ended.indexOf('owner'))
  expect(before.filter((each) => each === 'guess').length).toBeLessThan(20)
  expect(before.filter((each) => each === 'overloaded').length).toBeGreaterThan(200)
  await Promise.all(flood)
}, 60_000)
