import type { FileState } from '@backoffice/contract/file-states'
import { GAP_KINDS, type GapKind, gapPermission } from '@backoffice/contract/mapping'
import { dayAfter } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { type Drill, printDrill } from './drill.ts'
import type { Behind } from './figures.tsx'

/** Links to lists, filtered to the rows that a figure counts. */

type Search = Readonly<Record<string, string | undefined>>

/** Excludes exports and actions, which are tracked files but not uploads. */
const UPLOADS = { 'f.kind': 'inquiry~import' }

const onDay = (date: string) => `${date}..${date}`

const filesBehind = (search: Search): Behind => ({
  link: linkTo('/files', { search: { ...UPLOADS, ...search } }),
  anyOf: ['file:view'],
})
export const filesInState = (...states: FileState[]) => filesBehind({ 'f.state': states.join('~') })
/** Longest first, by their start. */
export const filesWaiting = () =>
  filesBehind({ 'f.state': 'UPLOADED~MATCHING~QUEUED~AWAITING_CONFIRMATION', sort: 'created_at:asc' })
export const filesReceived = (date: string) => filesBehind({ 'f.uploaded_at': onDay(date) })
export const filesEnded = (date: string, ...states: FileState[]) =>
  filesBehind({ 'f.state': states.join('~'), 'f.finished_at': onDay(date) })
export const filesWithErrors = (date: string, code?: string) =>
  filesBehind({ 'f.checked_at': onDay(date), 'f.invalid_rows': '1..', 'f.error_code': code })

export const inquiriesBehind = (search: Search): Behind => ({
  link: linkTo('/smac_inquiry', { search: { tab: 'past', ...search } }),
  anyOf: ['inquiry:run', 'inquiry:view-all'],
})
export const inquiriesRun = (date: string, search: Search = {}) =>
  inquiriesBehind({ 'past.f.created_at': onDay(date), ...search })

export const terminalsBehind = (search: Search): Behind => ({
  link: linkTo('/lookup/shell_tid', { search }),
  anyOf: ['terminal:view'],
})
/** Terminals whose last move was in the seven days up to the date. */
export const terminalsMoved = (date: string) =>
  terminalsBehind({ 'f.moved_at': `${dayAfter(date, -6)}..${date}` })
/** Without a kind the gaps of every kind that the user may view. */
export const gapsBehind = (kind?: GapKind, code?: string): Behind => ({
  link: linkTo('/lookup', { search: { 'f.kind': kind, 'f.code': code } }),
  anyOf: kind ? [gapPermission(kind, 'view')] : GAP_KINDS.map((each) => gapPermission(each, 'view')),
})
export const usersBehind = (search: Search): Behind => ({
  link: linkTo('/users/users_list', { search }),
  anyOf: ['user:view'],
})
export const auditBehind = (search: Search): Behind => ({
  link: linkTo('/audit', { search }),
  anyOf: ['audit:view'],
})
export const statusBehind: Behind = { link: linkTo('/status'), anyOf: ['audit:view'] }

export const transactionsBehind = (drill: Drill): Behind => ({
  link: linkTo('/operational_dashboard/transactions', { search: printDrill(drill) }),
  anyOf: ['inquiry:run', 'inquiry:view-all'],
})
export const casesBehind = (search: Search): Behind => ({
  link: linkTo('/cases', { search }),
  anyOf: ['case:view'],
})
export const casesResolved = (date: string) =>
  casesBehind({ 'f.view': 'CLOSED', 'f.status': 'RESOLVED', 'f.resolved_at': onDay(date) })

/** The dashboard of another day. */
export const dayBehind = (date: string): Behind => ({
  link: linkTo('/operational_dashboard', { search: { date } }),
  anyOf: ['dashboard:view'],
})
