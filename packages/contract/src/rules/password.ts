import { passesRules } from './check.ts'

/** The identity provider's rules, in the order of checks. */
const PARTS = [
  { rule: 'min:12', words: 'At least 12 characters' },
  { rule: 'no_spaces', words: 'No spaces' },
  { rule: 'has_upper_lower_case', words: 'Upper and lower case letters' },
  { rule: 'has_number', words: 'A number' },
  { rule: 'has_special_char', words: 'One of ! @ # $ % ^ & *' },
] as const

/** Rules of a new password. */
export const PASSWORD_RULES = ['required', ...PARTS.map(({ rule }) => rule)].join('|')

/** The rules in words, and whether the text meets them, for the list under the field. Empty text meets none. */
export function passwordChecklist(text: string): { words: string; met: boolean }[] {
  return PARTS.map(({ rule, words }) => ({ words, met: text !== '' && passesRules(text, rule) }))
}
