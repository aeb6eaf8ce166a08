import { type Permission, type Resource, TABLE_RESOURCES } from './access.ts'
import type { auditSchemas } from './audit.schemas.ts'
import { addresses, type Reply } from './endpoint.ts'
import { keysOf, recordOf } from './objects.ts'

/** Vocabulary of the audit trail. Done and refused events have an action `resource.action`, such as `file.cancel`. */

/** Formats `glass-payment-method` as `Payment method`. */
function tableLabels() {
  return recordOf(keysOf(TABLE_RESOURCES), (resource) => {
    const words = resource.replace('glass-', '').replaceAll('-', ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  })
}

/** Labels of the audited resources, singular: those of the access table and additional ones. */
export const AUDIT_RESOURCES = {
  dashboard: 'Dashboard',
  user: 'User',
  role: 'Role',
  policy: 'Policy',
  approval: 'Approval',
  'approval-rule': 'Approval rule',
  review: 'Review',
  ...tableLabels(),
  inquiry: 'Inquiry',
  card: 'Card',
  file: 'File',
  case: 'Case',
  'reply-template': 'Reply template',
  mapping: 'Mapping',
  audit: 'Audit trail',
  preferences: 'Preferences',
  'sign-in': 'Sign-in',
  session: 'Session',
  system: 'System status',
  'signing-key': 'Sign-in key',
  view: 'View',
  retention: 'Nightly removal',
} as const satisfies Record<Resource, string> & Record<string, string>

export type AuditResource = keyof typeof AUDIT_RESOURCES

/** Labels of actions, to follow the name of the record. */
export const AUDIT_ACTIONS = {
  activate: 'activated',
  approve: 'approved',
  assign: 'assigned',
  'break-glass': 'access taken in an emergency',
  cancel: 'cancelled',
  challenge: 'another step required',
  'change-password': 'password changed',
  'change-second-factor': 'second factor changed',
  'choose-password': 'temporary password replaced',
  'complete-reset': 'password reset completed',
  'check-authenticator': 'authenticator checked',
  confirm: 'confirmed',
  'confirm-identity': 'confirmed identity',
  create: 'created',
  deactivate: 'deactivated',
  decide: 'decided',
  delete: 'deleted',
  dismiss: 'dismissed',
  download: 'downloaded',
  end: 'ended',
  'end-access': 'temporary access ended',
  'end-all': 'all ended',
  'end-current': 'ended by signing out',
  'end-others': 'all others ended',
  'end-session': 'session ended',
  'end-sessions': 'sessions ended',
  expire: 'expired',
  exceed: 'daily number of cards exceeded',
  export: 'exported',
  fail: 'failed',
  finish: 'finished',
  fix: 'cells fixed',
  grant: 'temporary access granted',
  'hand-over': 'reassigned',
  history: 'history read',
  hold: 'result held',
  impact: 'impact viewed',
  import: 'imported',
  install: 'installed',
  invite: 'invited',
  list: 'listed',
  lock: 'refused after too many attempts',
  map: 're-run',
  match: 'columns matched',
  move: 'moved',
  note: 'note added',
  'off-board': 'off-boarded',
  options: 'choices listed',
  refuse: 'result kept on hold',
  register: 'upload completed',
  reject: 'rejected',
  request: 'requested',
  'request-reset': 'password reset requested',
  release: 'result released',
  remove: 'removed after its retention period',
  reopen: 'reopened',
  'reset-password': 'password reset',
  resolve: 'resolved',
  restore: 'restored',
  retry: 'retried',
  reveal: 'number revealed',
  rotate: 'rotated',
  run: 'run',
  'run-again': 'run again',
  seed: 'created for the demo',
  send: 'sent to posting',
  'set-default': 'chosen as the default',
  'set-up-authenticator': 'authenticator set up',
  sign: 'upload started',
  succeed: 'succeeded',
  template: 'template downloaded',
  unlock: 'unlocked',
  update: 'changed',
  'update-status': 'enabled or disabled',
  upsert: 'created or moved',
  validate: 'checked',
  view: 'viewed',
  'view-sessions': 'sessions viewed',
  'view-errors': 'errors viewed',
  watch: 'live updates opened',
  withdraw: 'withdrawn',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Actions of the security log (sign-ins, sessions, passwords, second factors), indexed by `audit_events_security`. */
export const SECURITY_ACTIONS = [
  'sign-in.succeed',
  'sign-in.fail',
  'sign-in.lock',
  'sign-in.challenge',
  'sign-in.confirm-identity',
  'session.end',
  'session.end-current',
  'session.end-others',
  'session.end-all',
  'user.end-session',
  'user.end-sessions',
  'user.reset-password',
  'user.request-reset',
  'user.complete-reset',
  'user.change-password',
  'user.choose-password',
  'user.set-up-authenticator',
  'user.change-second-factor',
  'user.check-authenticator',
] as const satisfies readonly `${AuditResource}.${AuditAction}`[]

/** The grant that allowed a call when it was made. `role`: null for a policy that was granted in addition to the role. */
export type AllowedBy = {
  readonly permission: Permission
  readonly role: string | null
  readonly policy: string
  readonly statement: string
  /** End of temporary access, as ISO time; null for permanent access. */
  readonly until: string | null
}

/** Path of a part of a call: `body.source_filekey`. In a list with one item the path continues in that item. */
export type CallPart = `${'params' | 'query' | 'body'}.${string}`

/** Audit declaration of an endpoint, for both done and refused calls. */
export type AuditDeclaration = {
  readonly resource: AuditResource
  readonly action: AuditAction
  /** Part with the resource; default: `resource`. */
  readonly resourceIn?: CallPart
  /** Actions of calls that have these parts. */
  readonly actionWith?: Readonly<Record<CallPart, AuditAction>>
  /** Part with the id of the record, or the places where it may be; `caller`: the record has the id of the user. */
  readonly id?: CallPart | readonly CallPart[] | 'caller'
  /** Part with the id of a record of another resource; a refusal records it in `changes` under the field's name. */
  readonly refersTo?: CallPart
}

export const auditEndpoints = addresses<typeof auditSchemas>('user')({
  list: { method: 'POST', path: '/audit/list', access: 'audit:view', effect: 'read' },
  export: { method: 'POST', path: '/audit/export', access: 'audit:export', effect: 'write' },
})

export type AuditRow = Reply<typeof auditEndpoints.list>['items'][number]
