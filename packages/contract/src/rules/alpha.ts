import type { Params } from './rule.ts'
import { onText, param } from './values.ts'

const RUSSIAN = 'А-ЯЁ'
const TURKISH = 'A-ZÇĞİıÖŞÜ'

/** Letters of each locale as the content of a character class, matched ignoring case. */
const LETTERS: Readonly<Record<string, string>> = {
  en: 'A-Z',
  cs: 'A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ',
  da: 'A-ZÆØÅ',
  de: 'A-ZÄÖÜß',
  es: 'A-ZÁÉÍÑÓÚÜ',
  fr: 'A-ZÀÂÆÇÉÈÊËÏÎÔŒÙÛÜŸ',
  it: 'A-ZÀ-ÿ',
  lt: 'A-ZĄČĘĖĮŠŲŪŽ',
  nl: 'A-ZÉËÏÓÖÜ',
  hu: 'A-ZÁÉÍÓÖŐÚÜŰ',
  pl: 'A-ZĄĆĘŚŁŃÓŻŹ',
  pt: 'A-ZÃÁÀÂÇÉÊÍÕÓÔÚÜ',
  sk: 'A-ZÁÄČĎÉÍĹĽŇÓŔŠŤÚÝŽ',
  sr: 'A-ZČĆŽŠĐ',
  sv: 'A-ZÅÄÖ',
  tr: TURKISH,
  az: `${TURKISH}Ə`,
  ru: RUSSIAN,
  kz: `${RUSSIAN}ӘҰІҢҒҮҚӨҺ`,
  uk: 'А-ЩЬЮЯЄІЇҐ',
  // Letters, then diacritics.
  ar: 'ء-غف-ي\u064B-\u0652\u0670',
  ug: 'A-Zچۋېرتيۇڭوپھسداەىقكلزشغۈبنمژفگخجۆئ',
}

/** Matches letters of the locale (`en` if unknown), or of any single locale, and `more`. */
function letters(more: string, moreInArabic = more) {
  return onText((text: string, params: Params) => {
    const fits = (locale: string) => {
      const inside = LETTERS[locale] + (locale === 'ar' ? moreInArabic : more)
      return new RegExp(`^[${inside}]*$`, 'i').test(text)
    }
    const locale = param(params, 'locale')
    if (!locale) return Object.keys(LETTERS).some(fits)
    return fits(typeof locale === 'string' && Object.hasOwn(LETTERS, locale) ? locale : 'en')
  })
}

export const alphaRules = {
  alpha: letters(''),
  alpha_spaces: letters('\\s'),
  alpha_num: letters('0-9', '0-9٠-٩'),
  alpha_dash: letters('0-9_-', '0-9٠-٩_-'),
}
