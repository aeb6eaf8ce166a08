import { type Permission, resourceOf } from '@backoffice/contract/access'
import { HIGH_RISK } from '@backoffice/contract/grants'

/** What the holder of a permission of high risk can do with it; continues the name of the permission. */
export const RISK_WORDS: Readonly<Partial<Record<Permission, string>>> = {
  'user:create': 'makes new accounts, with the roles and policies that its holder may give',
  'user:update': 'changes roles and extra policies of users, as far as its holder may give them',
  'user:delete': 'deletes accounts for good and passes their open files on',
  'user:update-status': 'locks users out, lets them in again and ends their sessions',
  'user:reset-password': 'resets passwords and removes lost authenticators',
  'role:create': 'makes new roles, of what its holder may do',
  'role:update': 'changes at once what everybody with a role may do',
  'role:delete': 'deletes roles for good',
  'role:grant': 'gives others roles that its holder does not hold, unless they decide over access',
  'policy:create': 'makes new policies, of what its holder may do',
  'policy:update': 'changes at once what everybody with a policy may do',
  'policy:delete': 'deletes policies for good',
  'card:unmask': 'shows a whole card number for 30 s, with a reason and a ticket, 20 times a day',
  'file:view-all': 'opens and downloads the files of everybody, with the cards in them',
  'inquiry:view-all': 'reads the inquiries of everybody, with what they found',
  'terminal:move': 'moves a terminal to another branch or company, where its points then count',
  'audit:export': 'takes out the trail of what everybody did, as a file',
}

export type RiskSentence = { permission: Permission; words: string }

/** A sentence for each of high risk, the most particular first: access itself is spoken of last. */
export function riskSentences(permissions: readonly Permission[]): RiskSentence[] {
  return permissions
    .filter((permission) => HIGH_RISK.has(permission))
    .map((permission) => ({ permission, words: RISK_WORDS[permission] ?? '' }))
    .toSorted((one, other) => Number(isAboutAccess(one)) - Number(isAboutAccess(other)))
}

const isAboutAccess = ({ permission }: RiskSentence) =>
  ['user', 'role', 'policy'].includes(resourceOf(permission))
