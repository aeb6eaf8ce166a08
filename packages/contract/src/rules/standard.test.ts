import { describe, expect, test } from 'vitest'
import { checkField, type RuleSet } from './check.ts'
import { alphaRules, standardRules } from './standard.ts'

type Row = [rules: RuleSet, passing: unknown[], failing: unknown[]]

async function passes(value: unknown, rules: RuleSet, values = {}) {
  return (await checkField(value, rules, { name: 'field', values })) === undefined
}

const ADDRESSES = ["o'neil@x.ph", 'a+b@sub.example.com', 'x@x-.com', '_@example.com', '-@x.ph', 'A@X.PH']
const NO_ADDRESSES = [
  ...['maria.reyes@northline', '.a@x.ph', 'a..b@x.ph', 'a.@x.ph', "o'@x.ph", 'a@-x.com', 'a b@x.ph'],
  ...[
    ' a@x.ph',
    'a@x.ph ',
    'a@x.ph\n',
    'a@[1.2.3.4]',
    '"a b"@x.ph',
    'ñ@x.ph',
    'a@x.p',
    'a@x.p1',
    '@x.ph',
    'a@x..ph',
  ],
]
const ADDRESS_OF_254 = `${'a'.repeat(249)}@x.ph`

const rows: Row[] = [
  ['email', [...ADDRESSES, ADDRESS_OF_254, ['a@x.ph', 'b@x.ph']], NO_ADDRESSES],
  ['email', [], [`a${ADDRESS_OF_254}`, ['a@x.ph', 'b'], 5, {}]],

  ['min:2', ['ab', '  ', 'é😀', 12_345, ['ab', 'cd'], [12]], ['a', '😀', 5, ['ab', 'c']]],
  ['min:5', [12_345], [1234]],
  ['min:x', [], ['abc']],
  [{ min: { length: 2 } }, ['ab'], ['a']],
  ['max:2', ['ab', '  ', 'é😀', 12, ['ab', 'c']], ['abc', 123, 'ab ', ['ab', 'abc']]],
  ['max:x', [], ['a']],
  [{ max: { length: 2 } }, ['ab'], ['abc']],

  [
    'length:2',
    ['ab', '😀', 12, ['a', 'b'], new Set([1, 2])],
    ['a', 'é😀', 1, ['ab'], new Set([1]), {}, true],
  ],
  ['length:1', [['ab'], ['']], ['😀', ['a', 'b']]],
  ['length:0', [{}, true, new Set()], ['a']],

  [
    'digits:3',
    ['123', '007', 123, ['123', '456']],
    ['12', '1234', '-12', '1.2', 'abc', '١٢٣', ' 12', '12\n', ['123', '12']],
  ],
  ['digits:x', [], ['1']],
  [
    'numeric',
    ['0', '007', 123, '٠١٢٣', ['1', '٣']],
    ['-1', '1.5', '1e3', ' 1', '1 ', '1٣', 'abc', -1, 1.5, ['1', 'x']],
  ],
  [
    'integer',
    ['0', '-5', '007', '-0', -5, ['1', '-2']],
    ['+1', '1.0', '1e3', '٣', '--1', '-', '1 ', 1.5, ['1', 'x']],
  ],

  [
    'between:1,5',
    [1, 5, '1', '5', ' 5 ', 2.5, '1e0', true, [1, 5]],
    [0, 6, 'abc', '0.99', Number.NaN, false, [1, 6]],
  ],
  ['between:-1,1', [0, false, ' '], [2, '-1.1']],
  ['between:1', [], [1]],
  [{ between: { min: 1, max: 5 } }, [5], [6]],
  ['min_value:5', [5, '5', ' 6 ', Number.POSITIVE_INFINITY, [5, 6]], [4.99, 'abc', Number.NaN, {}, [5, 4]]],
  ['max_value:5', [5, '5', -1, [5, 4]], [5.01, 'abc', Number.NaN, {}, [5, 6]]],
  ['min_value:', [0], [-1]],

  ['regex:^a:b', ['a:b', 'a:bc', ['a:b']], ['ba:b', ['a:b', 'x']]],
  ['regex:\\d\\d', ['x12y', 12], ['1', 'ab']],
  [{ regex: /^(a|b),$/i }, ['a,', 'B,'], ['c,', 'a']],
  [{ regex: { regex: '^a' } }, ['ab'], ['b']],
  // The string form splits at `|` and `,`, which leaves another pattern.
  ['regex:^a{1,2}$', ['a{1'], ['a', 'aa']],

  [
    'url',
    ['https://x.ph', 'mailto:a@b', 'javascript:1', ['https://x.ph']],
    ['x.com', '/path', '//x.ph', ['x.com'], 5],
  ],
  [
    'url:^https?:',
    ['https://x.ph/a?b#c', 'http://localhost'],
    ['mailto:a@b', 'javascript:1', 'ftp://x.ph', 'x.com'],
  ],
  [{ url: { pattern: '^ftp:' } }, ['ftp://x.ph'], ['https://x.ph']],
  [{ url: /^FTP:/i }, ['ftp://x.ph'], ['https://x.ph']],

  ['is:1', ['1'], [1, '', undefined, null, ['1']]],
  [{ is: 1 }, [1], ['1', true]],
  ['is_not:1', [1, '', undefined, null, ['1']], ['1']],
  ['one_of:1,2', ['1', 1, 2, ['1', 2], true], ['3', 3, '01', 'a', {}, ['1', 3]]],
  [{ one_of: [1, 'a'] }, ['1', 1, 'a'], ['b', 2]],
  ['one_of', [], ['a']],
  ['not_one_of:1,2', ['3', 3, 'a', {}, [3, 4]], ['1', 1, 2, [1, 2], [1, 9]]],
  ['not_one_of', ['a'], []],
]

test.each(rows)('%o', async (rules, passing, failing) => {
  const wronglyFailing = []
  const wronglyPassing = []
  for (const value of passing) if (!(await passes(value, rules))) wronglyFailing.push(value)
  for (const value of failing) if (await passes(value, rules)) wronglyPassing.push(value)
  expect({ wronglyFailing, wronglyPassing }).toEqual({ wronglyFailing: [], wronglyPassing: [] })
})

test('there are 27 rules', () => {
  expect(Object.keys(standardRules)).toHaveLength(27)
})

test('a stateful pattern gives the same result each time', async () => {
  const rules = { regex: /a/g }
  expect([await passes('a', rules), await passes('a', rules), await passes('a', rules)]).toEqual([
    true,
    true,
    true,
  ])
})

test.each([
  ['x', 'x', true],
  ['', 'x', false],
  ['x', '', false],
  [undefined, undefined, true],
  [undefined, 'x', false],
  [1, '1', true],
  [['a', 'b'], 'a,b', true],
])('confirmed compares %o with %o as text, empty or not', async (value, target, expected) => {
  expect(await passes(value, 'confirmed:@other', { other: target })).toBe(expected)
})

test.each([
  ...[0, '0', {}, Number.NaN, [''], [' '], 'a', true, [0]].map((value) => [value, true] as const),
  ...[undefined, null, '', '  ', '\n', [], false].map((value) => [value, false] as const),
])('the standard required, which the product replaces, returns for %o: %s', (value, expected) => {
  expect(standardRules.required(value)).toBe(expected)
})

/** Letters of each locale beyond A–Z; `not`: letters of other locales. */
const LOCALES: Record<string, { letters: string; not: string; latin: boolean }> = {
  ar: { letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيًٌٍَُِّْٰ', not: 'aچپЖ', latin: false },
  az: { letters: 'ÇƏĞİıÖŞÜçəğöşü', not: 'ÄЖñ', latin: true },
  cs: { letters: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž', not: 'ÄÖñЖ', latin: true },
  da: { letters: 'ÆØÅæøå', not: 'Äñß', latin: true },
  de: { letters: 'ÄÖÜßäöü', not: 'ñÅé', latin: true },
  en: { letters: '', not: 'éñЖß', latin: true },
  es: { letters: 'ÁÉÍÑÓÚÜáéíñóúü', not: 'Öçß', latin: true },
  fr: { letters: 'ÀÂÆÇÉÈÊËÏÎÔŒÙÛÜŸàâæçéèêëïîôœùûüÿ', not: 'ñöÁ', latin: true },
  hu: { letters: 'ÁÉÍÓÖŐÚÜŰáéíóöőúüű', not: 'ñÄ', latin: true },
  it: { letters: 'ÀÈÉÌÒÙàèéìòùÿ×÷', not: 'ŁŐЖ', latin: true },
  kz: { letters: 'АЯЁаяёӘҰІҢҒҮҚӨҺәұіңғүқөһ', not: 'aЄЇ', latin: false },
  lt: { letters: 'ĄČĘĖĮŠŲŪŽąčęėįšųūž', not: 'ñÄ', latin: true },
  nl: { letters: 'ÉËÏÓÖÜéëïóöü', not: 'ñÄ', latin: true },
  pl: { letters: 'ĄĆĘŚŁŃÓŻŹąćęśłńóżź', not: 'ñÄ', latin: true },
  pt: { letters: 'ÃÁÀÂÇÉÊÍÕÓÔÚÜãáàâçéêíõóôúü', not: 'ñÄ', latin: true },
  ru: { letters: 'АЯЁаяёЖж', not: 'aӘЇ', latin: false },
  sk: { letters: 'ÁÄČĎÉÍĹĽŇÓŔŠŤÚÝŽáäčďéíĺľňóŕšťúýž', not: 'ñÖ', latin: true },
  sr: { letters: 'ČĆŽŠĐčćžšđ', not: 'ñЖ', latin: true },
  sv: { letters: 'ÅÄÖåäö', not: 'ñÆ', latin: true },
  tr: { letters: 'ÇĞİıÖŞÜçğöşü', not: 'ƏñÄ', latin: true },
  ug: { letters: 'چۋېرتيۇڭوپھسداەىقكلزشغۈبنمژفگخجۆئ', not: 'ضñЖ', latin: true },
  uk: { letters: 'АЩЬЮЯЄІЇҐащьюяєіїґ', not: 'aЁЫ', latin: false },
}
const { alpha, alpha_num, alpha_dash, alpha_spaces } = alphaRules

test('22 locales are known', () => {
  expect(Object.keys(LOCALES)).toHaveLength(22)
})

describe.each(Object.entries(LOCALES))('%s', (locale, { letters, not, latin }) => {
  const by = (rule: typeof alpha) => (text: string) => rule(text, [locale])
  const all = letters + (latin ? 'AZaz' : '')

  test('accepts exactly its letters, alone and together', () => {
    expect([...all].filter((letter) => !by(alpha)(letter))).toEqual([])
    expect(by(alpha)(all)).toBe(true)
    const others = [...not, ...(latin ? '' : 'AZaz'), ...'0_- \u017F\u212A']
    expect(others.filter(by(alpha))).toEqual([])
  })

  test('adds digits, dashes or white space, depending on the rule', () => {
    expect(['a1', '1', '0123456789'].filter((text) => by(alpha_num)(text.replace('a', all)))).toHaveLength(3)
    expect(['_', '-', ' ', 'é-'].filter(by(alpha_num))).toEqual([])
    expect([`${all}_1-2`, '_', '-'].filter(by(alpha_dash))).toHaveLength(3)
    expect([' ', '.', '+'].filter(by(alpha_dash))).toEqual([])
    expect([`${all} \t\n${all}`, ' ', '\u00A0'].filter(by(alpha_spaces))).toHaveLength(3)
    expect(['1', '_', '-'].filter(by(alpha_spaces))).toEqual([])
  })

  test('includes Arabic-Indic digits only if Arabic', () => {
    expect(by(alpha_num)('٠١٢٣٤٥٦٧٨٩')).toBe(locale === 'ar')
    expect(by(alpha_dash)('٠-٩')).toBe(locale === 'ar')
    expect(by(alpha)('٣')).toBe(false)
  })
})

test.each([
  ['Peñaflor', true],
  ['Łódź', true],
  ['Жанна', true],
  ['ЖаннаA', false],
  ['Łñ', false],
  ['a b', false],
  ['a1', false],
])('without a locale %s fits a single locale: %s', (text, expected) => {
  expect(alpha(text, [])).toBe(expected)
})

test('an unknown locale counts as en, even if it is a property of objects', () => {
  for (const locale of ['xx', 'fil', 'constructor', '__proto__'])
    expect([alpha('abc', [locale]), alpha('ñ', [locale])]).toEqual([true, false])
})

test('a locale can be set, and applies to each item of a list', () => {
  expect(alpha(['ñ', 'a'], { locale: 'es' })).toBe(true)
  expect(alpha(['ñ', 'Ж'], { locale: 'es' })).toBe(false)
})
