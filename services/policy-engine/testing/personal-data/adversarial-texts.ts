import fc from 'fast-check'
import { seeded } from './random.ts'
import { card, email, iban, nationalId, phone } from './real-numbers.ts'

/** Seeds of the makers of numbers. */
export const seeds = fc.integer({ min: 0, max: 1_000_000 })
/** A number or an address of any kind. */
export const real = fc
  .tuple(fc.constantFrom(email, phone, nationalId, card, iban), seeds)
  .map(([make, seed]) => make(seeded(seed)))
const scrap = fc.constantFrom(
  ...[' ', ' ', ', ', '. ', '\n', '-', '.', '+', '(', ')', '/', '*', '**', '1', '45', '067', '0', 'order ', 'tel '],
  ...[' kr', 'AB', 'SE', 'a', 'é', '@', '\u200b', '\u00a0', '７', '🧡', '\ud83e', 'Personnummer: ', 'at ', '12 34 '],
  ...['22 33 44 55 ', '0701 ', '(0', '(50', '1 ', '811218-9876 ', '+12', 'x12', ' ext. 4', '00', '(0)', '2024-01-15'],
  ...['anna (at) ', 'example dot com', '4111 ', 'AB 12 34 56 C ', '08.00-17.00', '192.168.', '#', '12 500 000'],
  ...[
    '_',
    '****',
    '\\',
    '&#64;',
    '&#x3',
    '4;',
    '&commat;',
    '%40',
    '%2',
    '<b>',
    '</b>',
    '<a href="',
    '">',
    '<!--',
    '-->',
    '<br>',
  ],
  ...['[', '](', '](x)', '][1]', '!', '~~', '`', '\u2064'],
)

/** Numbers, addresses and scraps of both in any order, some of them over and over. */
export const anyText = fc.oneof(
  fc.array(fc.oneof(scrap, real), { maxLength: 8 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.array(scrap, { minLength: 1, maxLength: 3 }), fc.integer({ min: 2, max: 40 }), fc.oneof(scrap, real))
    .map(([parts, times, end]) => parts.join('').repeat(times) + end),
)
