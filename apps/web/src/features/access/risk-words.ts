import { type Permission, resourceOf } from '@backoffice/contract/access'
import { HIGH_RISK } from '@backoffice/contract/grants'

/** Risk of each high-risk permission; continues the name of the permission. */
export const RISK_WORDS: Readonly<Partial<Record<Permission, string>>> = {
  'user:create': 'creates accounts, with the roles and policies that the user may grant',
  'user:update': 'changes roles and extra policies of users, within what the user may grant',
  'user:delete': 'permanently deletes accounts and hands over their open files',
  'user:update-status': 'disables and enables users, and ends their sessions',
  'user:reset-password': 'resets passwords and removes lost authenticators',
  'role:create': 'creates roles from access that the user holds',
  'role:update': 'immediately changes the access of every user with the role',
  'role:delete': 'permanently deletes roles',
  'role:grant': 'grants others roles beyond the user’s own access, except roles that control access',
  'policy:create': 'creates policies from access that the user holds',
  'policy:update': 'immediately changes the access of every user with the policy',
  'policy:delete': 'permanently deletes policies',
  'approval:decide': 'approves changes and access that other users request',
  'approval:manage': 'changes the rules that require a second person',
  'review:manage': 'starts and ends access reviews, after which access is removed',
  'review:decide': 'decides in reviews which access other users keep, whatever access they have',
  'card:unmask':
    'shows a full card number for 30 s, with a reason and a ticket, up to 20 times a day for each user',
  'file:view-all': 'opens and downloads the files of all users, including card numbers',
  'inquiry:view-all': 'reads the inquiries of all users, including their results',
  'case:export': 'exports cases and sends them to posting, with whole card numbers if the user may view them',
  'terminal:move': 'moves a terminal to another branch or company, which changes where its points count',
  'audit:export': 'exports the audit trail of all users as a file',
}

export type RiskSentence = { permission: Permission; words: string }

/** Sentences for the high-risk permissions; those about access last. */
export function riskSentences(permissions: readonly Permission[]): RiskSentence[] {
  return permissions
    .filter((permission) => HIGH_RISK.has(permission))
    .map((permission) => ({ permission, words: RISK_WORDS[permission] ?? '' }))
    .toSorted((one, other) => Number(isAboutAccess(one)) - Number(isAboutAccess(other)))
}

const isAboutAccess = ({ permission }: RiskSentence) =>
  ['user', 'role', 'policy', 'approval'].includes(resourceOf(permission))
