import { fileRules } from './files.ts'
import type { Params, Rule } from './rule.ts'
import { attempt, each, isEmpty, matches, numberParam, onNumber, onText, param } from './values.ts'

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

/** Limit of mail servers; also bounds the cost of the pattern. */
const MAX_EMAIL_LENGTH = 254
const EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

const codePoints = (text: string) => [...text].length

const isListed = (value: unknown, params: Params) =>
  Object.values(params).some((item) =>
    // biome-ignore lint/suspicious/noDoubleEquals: a listed '1' matches the number too
    attempt(() => item == value),
  )

/** `search` ignores the flags and starts at the beginning. */
function hasMatch(text: string, pattern: unknown): boolean {
  if (typeof pattern !== 'string' && !(pattern instanceof RegExp)) return false
  return text.search(pattern) >= 0
}

function itemCount(value: unknown): unknown {
  const counted = typeof value === 'number' ? String(value) : Object(value)
  return counted.length || attempt(() => Array.from(counted).length)
}

/** Standard rules, with the names and parameters of the validation library. */
export const standardRules = {
  ...alphaRules,
  ...fileRules,

  /** Replaced by the product's rule, see product.ts. */
  required: (value) =>
    Array.isArray(value)
      ? value.length > 0
      : !isEmpty(value) && value !== false && attempt(() => String(value).trim()) !== '',

  email: onText((text) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)),
  numeric: matches(/^(?:[0-9]+|[٠-٩]+)$/),
  integer: matches(/^-?[0-9]+$/),
  digits: onText((text, params) => /^[0-9]+$/.test(text) && text.length === numberParam(params, 'length')),

  min: onText((text, params) => codePoints(text) >= numberParam(params, 'length')),
  max: onText((text, params) => codePoints(text) <= numberParam(params, 'length')),
  /** Counts UTF-16 units of a text (unlike `min` and `max`) or items of a list. */
  length: (value, params) => isEmpty(value) || itemCount(value) === numberParam(params, 'length'),

  between: onNumber(
    (value, params) => numberParam(params, 'min') <= value && value <= numberParam(params, 'max', 1),
  ),
  min_value: onNumber((value, params) => value >= numberParam(params, 'min')),
  max_value: onNumber((value, params) => value <= numberParam(params, 'max')),

  regex: onText((text, params) => hasMatch(text, param(params, 'regex'))),
  /** Allows any scheme; fields add the pattern `^https?:`. */
  url: (value, params) => {
    if (isEmpty(value)) return true
    const text = attempt(() => String(value))
    const pattern = param(params, 'pattern')
    return text !== undefined && URL.canParse(text) && (pattern === undefined || hasMatch(text, pattern))
  },

  is: (value, params) => value === param(params, 'other'),
  is_not: (value, params) => value !== param(params, 'other'),
  one_of: each(isListed),
  not_one_of: each((value, params) => !isListed(value, params)),
  confirmed: (value, params) => attempt(() => String(value) === String(param(params, 'target'))) ?? false,
} satisfies Record<string, Rule>
