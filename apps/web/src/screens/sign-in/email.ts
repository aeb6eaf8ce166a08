import { holds } from '@backoffice/contract/rules/check'

export function isEmail(text: string): boolean {
  return text !== '' && holds(text, 'email')
}
