/** As the identity provider enforces them; shown before anything is typed. */
export const PASSWORD_RULES = [
  { words: 'At least 12 characters', holds: (text: string) => [...text].length >= 12 },
  {
    words: 'Upper and lower case letters',
    holds: (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text),
  },
  { words: 'A number', holds: (text: string) => /\d/.test(text) },
  { words: 'One of ! @ # $ % ^ & *', holds: (text: string) => /[!@#$%^&*]/.test(text) },
  { words: 'No spaces', holds: (text: string) => text !== '' && !/\s/.test(text) },
] as const

export function brokenRule(text: string): string | undefined {
  return PASSWORD_RULES.find((rule) => !rule.holds(text))?.words
}
