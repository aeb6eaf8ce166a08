import { USER_STATUS_LABELS } from '@backoffice/contract/lists/users'
import { labelOfState } from '@backoffice/contract/objects'
import { type OpenWork, USER_RULES, type UserRow } from '@backoffice/contract/users'
import { plural } from '../../kit/format/format-number.ts'
import { shortDayAt } from '../../kit/format/format-time.ts'
import { capitalised, inWords } from '../../kit/record/event-words.ts'
import type { Tone } from '../../ui/badge.tsx'

type PersonName = Pick<UserRow, 'given_name' | 'family_name'>

export const fullName = ({ given_name, family_name }: PersonName) => `${given_name} ${family_name}`

export const initialsOf = ({ given_name, family_name }: PersonName) =>
  `${given_name.charAt(0)}${family_name.charAt(0)}`.toUpperCase()

const TONES = { PENDING: 'warn', ACTIVE: 'ok', DISABLED: 'quiet', DELETED: 'bad' } as const satisfies Record<
  UserRow['status'],
  Tone
>
type Standing = Pick<UserRow, 'status' | 'invitation_expires_at'>

/** A pending user shows until when the invitation can be accepted, with `isShort` without the day. */
export function statusBadge(
  { status, invitation_expires_at: until }: Standing,
  { nowMs, isShort = false }: { nowMs: number; isShort?: boolean },
): { tone: Tone; text: string } {
  if (status !== 'PENDING' || until === null)
    return { tone: TONES[status], text: labelOfState(USER_STATUS_LABELS, status) }
  return Date.parse(until) <= nowMs
    ? { tone: 'bad', text: isShort ? 'Expired' : 'Invitation expired' }
    : { tone: 'info', text: isShort ? 'Invited' : `Invited, expires ${shortDayAt(until)}` }
}

const HISTORY_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(USER_RULES).map(([name, { label }]) => [name, label])),
  role: 'Role',
  extra_policies: 'Extra policies',
  status: 'Status',
  is_locked: 'Locked',
  has_authenticator: 'Authenticator',
  open_files: 'Open files',
  open_inquiries: 'Open inquiries',
  open_cases: 'Open cases',
  to: 'Reassigned to',
  files: 'Files',
  inquiries: 'Inquiries',
  cases: 'Cases',
  until: 'Until',
  hours: 'Duration',
  temporary_access: 'Temporary access',
  requests: 'Pending requests',
  provider_action: 'At the identity provider',
}

export const historyLabel = (field: string) => HISTORY_LABELS[field] ?? capitalised(inWords(field))

/** `2 users`, `Maria Reyes`. */
export function describeUsers(rows: readonly PersonName[]): string {
  const [first] = rows
  return rows.length === 1 && first ? fullName(first) : `${rows.length} users`
}

type OpenCounts = Pick<OpenWork, 'files' | 'inquiries' | 'cases'>

/** `2 open files, 1 open inquiry and 3 open cases`. */
export function describeOpenWork({ files, inquiries, cases }: OpenCounts): string {
  const parts = [
    ...(files > 0 ? [plural(files, 'open file')] : []),
    ...(inquiries > 0 ? [plural(inquiries, 'open inquiry', 'open inquiries')] : []),
    ...(cases > 0 ? [plural(cases, 'open case')] : []),
  ]
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

export const hasOpenWork = ({ files, inquiries, cases }: OpenCounts) => files + inquiries + cases > 0
