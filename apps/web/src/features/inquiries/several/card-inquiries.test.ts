import { passesLuhn } from '@backoffice/contract/card-number'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCardNumbers } from './card-inquiries.ts'

const A = '9990000000000011'
const B = '9990000000000029'

const read = (text: string) =>
  readCardNumbers(text).cards.map(({ line, digits, problem }) => [line, digits, problem ?? 'ok'])

test.each<[string, string, (string | number)[][]]>([
  [
    'one per line',
    `${A}\n${B}`,
    [
      [1, A, 'ok'],
      [2, B, 'ok'],
    ],
  ],
  [
    'Windows lines with an empty one',
    `${A}\r\n\r\n${B}\r\n`,
    [
      [1, A, 'ok'],
      [3, B, 'ok'],
    ],
  ],
  [
    'as printed',
    '9990 0000 0000 0011\n9990-0000-0000-0029',
    [
      [1, A, 'ok'],
      [2, B, 'ok'],
    ],
  ],
  [
    'commas, semicolons and tabs',
    `${A},${B};${A.replace('0011', '1233')}\t1`,
    [
      [1, A, 'ok'],
      [1, B, 'ok'],
      [1, '9990000000001233', 'ok'],
    ],
  ],
  [
    'spaces within and between',
    '9990 0000 0000 0011 9990 0000 0000 0029',
    [
      [1, A, 'ok'],
      [1, B, 'ok'],
    ],
  ],
  [
    'whole ones with spaces between',
    `${A} ${B}`,
    [
      [1, A, 'ok'],
      [1, B, 'ok'],
    ],
  ],
  [
    'a mail',
    `Please check 9990 0000 0000 0011 (OPS-20452, ₱ 1,200.00 on 20 Oct 2026) and ${B}.`,
    [
      [1, A, 'ok'],
      [1, B, 'ok'],
    ],
  ],
  [
    'a numbered list',
    '1. 9990 0000 0000 0011\n2. 9990 0000 0000 0029',
    [
      [1, A, 'ok'],
      [2, B, 'ok'],
    ],
  ],
  ['a date before a number', '2026-10-20 9990 0000 0000 0011', [[1, A, 'ok']]],
  ['other scripts and dashes', '９９９０–００００–００００–００１１', [[1, A, 'ok']]],
  ['other groups of 16 digits', '999000 0000000011', [[1, A, 'ok']]],
  ['15 digits', '9990 0000 0000 001', [[1, '999000000000001', 'A card number has 16 digits: this has 15']]],
  [
    '17 digits',
    '9990 0000 0000 00111',
    [[1, '99900000000000111', 'A card number has 16 digits: this has 17']],
  ],
  [
    'a short one before a whole one',
    '9990 0000 0000 001 9990 0000 0000 0029',
    [
      [1, '999000000000001', 'A card number has 16 digits: this has 15'],
      [1, B, 'ok'],
    ],
  ],
  [
    'a wrong digit',
    '9990000000000012',
    [[1, '9990000000000012', 'Check digit is wrong: compare with the card']],
  ],
  [
    'a card twice',
    `${A}\n${B}\n9990 0000 0000 0011`,
    [
      [1, A, 'ok'],
      [2, B, 'ok'],
      [3, A, 'Same card as in line 1'],
    ],
  ],
  [
    'a damaged number',
    '9.99E+15',
    [[1, '', 'Damaged by a spreadsheet: format the column as text and copy it again']],
  ],
  ['no number', 'nothing here', []],
  ['nothing', '', []],
])('reads %s', (_, text, expected) => expect(read(text)).toEqual(expected))

test('shows a number as it was typed, and counts what it ignored', () => {
  const { cards, ignored } = readCardNumbers('No. 7: 9990-0000 0000-0012, 20 Oct 2026')
  expect(cards.map(({ text }) => text)).toEqual(['9990-0000 0000-0012'])
  expect(ignored).toBe(3)
})

/** Cards with a right check digit. */
const card = fc.stringMatching(/^\d{15}$/).map((digits) => {
  const last = Array.from({ length: 10 }, (_, digit) => digit).find((digit) =>
    passesLuhn(`${digits}${digit}`),
  )
  return `${digits}${last}`
})
const cards = fc.uniqueArray(card, { minLength: 1, maxLength: 40 })
const inGroups = (separator: string) => (digits: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${separator}`)
const shapes = [(digits: string) => digits, inGroups(' '), inGroups('-'), inGroups(' - ')]
const separators = ['\n', '\r\n', ',', ', ', ';', '\t', ' ', '  ', ' and ', ' card ', ' | ', '\n\n']

test('reads every list of cards, however it is written', () => {
  fc.assert(
    fc.property(
      cards,
      fc.infiniteStream(fc.constantFrom(...shapes)),
      fc.infiniteStream(fc.constantFrom(...separators)),
      (numbers, shape, separator) => {
        const typed = numbers.map((digits) => {
          const [write, between] = [shape.next().value, separator.next().value]
          return `${write?.(digits)}${between}`
        })
        const found = readCardNumbers(typed.join('')).cards
        expect(found.map(({ digits }) => digits)).toEqual(numbers)
        expect(found.every(({ problem }) => problem === undefined)).toBe(true)
      },
    ),
  )
})

test('reads any text, shows parts of it, and reads its own numbers again', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d \-,;\n.E+]{0,200}$/)),
      (text) => {
        const { cards: found } = readCardNumbers(text)
        for (const { text: typed } of found) expect(text).toContain(typed)
        const good = found.filter(({ problem }) => problem === undefined).map(({ digits }) => digits)
        expect(new Set(good).size).toBe(good.length)
        expect(readCardNumbers(good.join('\n')).cards.map(({ digits }) => digits)).toEqual(good)
      },
    ),
  )
})
