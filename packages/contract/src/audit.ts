import { type Resource, TABLE_RESOURCES } from './access.ts'
import { keysOf, recordOf } from './objects.ts'

/**
 * The words of the audit trail. An event's action is `resource.action`, for example `file.cancel`, of done and of
 * refused calls alike.
 */

/** `glass-payment-method` as `Payment method` */
function tableLabels() {
  return recordOf(keysOf(TABLE_RESOURCES), (resource) => {
    const words = resource.replace('glass-', '').replaceAll('-', ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  })
}

/** What an event is about, in the singular: the resources of the access table, and records that it does not have. */
export const AUDIT_RESOURCES = {
  dashboard: 'Dashboard',
  user: 'User',
  role: 'Role',
  policy: 'Policy',
  ...tableLabels(),
  inquiry: 'Inquiry',
  card: 'Card',
  file: 'File',
  mapping: 'Mapping',
  audit: 'Audit trail',
  preferences: 'Preferences',
  session: 'Session',
  system: 'System status',
  'signing-key': 'Signing key',
  view: 'View',
  retention: 'Nightly removal',
} as const satisfies Record<Resource, string> & Record<string, string>

export type AuditResource = keyof typeof AUDIT_RESOURCES

/** What was done, in words that follow the name of the record; of a refusal, what was refused. */
export const AUDIT_ACTIONS = {
  activate: 'activated',
  cancel: 'cancelled',
  confirm: 'confirmed',
  create: 'created',
  deactivate: 'deactivated',
  delete: 'deleted',
  download: 'downloaded',
  end: 'ended',
  'end-all': 'all ended',
  'end-current': 'ended by signing out',
  'end-others': 'all others ended',
  'end-sessions': 'sessions ended',
  expire: 'expired',
  export: 'exported',
  fail: 'failed',
  finish: 'finished',
  'hand-over': 'handed over',
  history: 'history read',
  hold: 'result held',
  impact: 'impact viewed',
  import: 'imported',
  install: 'installed',
  invite: 'invited',
  list: 'listed',
  map: 'transactions mapped',
  move: 'moved',
  options: 'choices listed',
  refuse: 'result kept held',
  register: 'upload completed',
  release: 'result released',
  remove: 'removed after its retention period',
  'reset-password': 'password reset',
  restore: 'restored',
  retry: 'tried again',
  reveal: 'number revealed',
  rotate: 'replaced by age',
  run: 'run',
  seed: 'created for the demo',
  'set-default': 'chosen as the default',
  sign: 'upload started',
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
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** A part of a call, by its path: `body.source_filekey`. Of a list with one item the path goes on in that item. */
export type CallPart = `${'params' | 'query' | 'body'}.${string}`

/** What the events of an endpoint say, declared once for calls that were done and calls that were refused. */
export type AuditDeclaration = {
  readonly resource: AuditResource
  readonly action: AuditAction
  /** Where the call itself names the resource; `resource` is for calls that name none. */
  readonly resourceIn?: CallPart
  /** Another action for calls that have this part. */
  readonly actionWith?: Readonly<Record<CallPart, AuditAction>>
  /** Where the id of the record is found; `caller`: there is one such record per user, known by the user's id. */
  readonly id?: CallPart | 'caller'
  /** A record of another resource that the call names: a refusal keeps it in `changes`, by the name of the field. */
  readonly refersTo?: CallPart
}
