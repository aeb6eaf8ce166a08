import { passesRules } from './check.ts'

/** As the identity provider enforces them, in the order they are checked. */
const PARTS = [
  { rule: 'min:12', words: 'At least 12 characters' },
  { rule: 'no_spaces', words: 'No spaces' },
  { rule: 'has_upper_lower_case', words: 'Upper and lower case letters' },
  { rule: 'has_number', words: 'A number' },
  { rule: 'has_special_char', words: 'One of ! @ # $ % ^ & *' },
] as const

/** Rules of a new password. */
export const PASSWORD_RULES = ['required', ...PARTS.map(({ rule }) => rule)].join('|')

/** The same rules in words, for the list under the field, and whether the text meets each; nothing meets none. */
export function passwordChecklist(text: string): { words: string; met: boolean }[] {
  return PARTS.map(({ rule, words }) => ({ words, met: text !== '' && passesRules(text, rule) }))
}
