import { describe, expect, test } from 'vitest'
import { alphaRules } from './alpha.ts'

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
