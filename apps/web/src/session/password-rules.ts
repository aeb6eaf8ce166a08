import { passwordChecklist } from '@backoffice/contract/rules/password'

export const PASSWORD_RULES = passwordChecklist('').map(({ words }, at) => ({
  words,
  holds: (text: string) => passwordChecklist(text)[at]?.met ?? false,
}))

export function brokenRule(text: string): string | undefined {
  return passwordChecklist(text).find(({ met }) => !met)?.words
}
