import type { FileState } from '@backoffice/contract/file-states'
import { GAP_KINDS, type GapKind, gapPermission } from '@backoffice/contract/mapping'
import { dayAfter } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { type Drill, printDrill } from './drill.ts'
import type { FigureSource } from './figures.tsx'

/** Links to lists, filtered to the rows that a figure counts. */

type Search = Readonly<Record<string, string | undefined>>

/** Excludes exports and actions, which are tracked files but not uploads. */
const UPLOADS = { 'f.kind': 'inquiry~import' }

const onDay = (date: string) => `${date}..${date}`

const filesSource = (search: Search): FigureSource => ({
  link: linkTo('/files', { search: { ...UPLOADS, ...search } }),
  anyOf: ['file:view'],
})
export const filesInState = (...states: FileState[]) => filesSource({ 'f.state': states.join('~') })
/** The longest wait first. */
export const filesWaiting = () =>
  filesSource({ 'f.state': 'UPLOADED~MATCHING~QUEUED~AWAITING_CONFIRMATION', sort: 'created_at:asc' })
export const filesReceived = (date: string) => filesSource({ 'f.uploaded_at': onDay(date) })
export const filesEnded = (date: string, ...states: FileState[]) =>
  filesSource({ 'f.state': states.join('~'), 'f.finished_at': onDay(date) })
export const filesWithErrors = (date: string, code?: string) =>
  filesSource({ 'f.checked_at': onDay(date), 'f.invalid_rows': '1..', 'f.error_code': code })

export const inquiriesSource = (search: Search): FigureSource => ({
  link: linkTo('/smac_inquiry', { search: { tab: 'past', ...search } }),
  anyOf: ['inquiry:run', 'inquiry:view-all'],
})
export const inquiriesRun = (date: string, search: Search = {}) =>
  inquiriesSource({ 'past.f.created_at': onDay(date), ...search })

export const terminalsSource = (search: Search): FigureSource => ({
  link: linkTo('/lookup/shell_tid', { search }),
  anyOf: ['terminal:view'],
})
/** Terminals whose last move was in the seven days up to the date. */
export const terminalsMoved = (date: string) =>
  terminalsSource({ 'f.moved_at': `${dayAfter(date, -6)}..${date}` })
/** Without a kind, links to the gaps of every kind that the user may view. */
export const gapsSource = (kind?: GapKind, code?: string): FigureSource => ({
  link: linkTo('/lookup', { search: { 'f.kind': kind, 'f.code': code } }),
  anyOf: kind ? [gapPermission(kind, 'view')] : GAP_KINDS.map((each) => gapPermission(each, 'view')),
})
export const usersSource = (search: Search): FigureSource => ({
  link: linkTo('/users/users_list', { search }),
  anyOf: ['user:view'],
})
export const auditSource = (search: Search): FigureSource => ({
  link: linkTo('/audit', { search }),
  anyOf: ['audit:view'],
})
export const statusSource: FigureSource = { link: linkTo('/status'), anyOf: ['audit:view'] }

export const transactionsSource = (drill: Drill): FigureSource => ({
  link: linkTo('/operational_dashboard/transactions', { search: printDrill(drill) }),
  anyOf: ['inquiry:run', 'inquiry:view-all'],
})
export const casesSource = (search: Search): FigureSource => ({
  link: linkTo('/cases', { search }),
  anyOf: ['case:view'],
})
export const casesResolved = (date: string) =>
  casesSource({ 'f.view': 'CLOSED', 'f.status': 'RESOLVED', 'f.resolved_at': onDay(date) })

/** The dashboard of another day. */
export const daySource = (date: string): FigureSource => ({
  link: linkTo('/operational_dashboard', { search: { date } }),
  anyOf: ['dashboard:view'],
})
