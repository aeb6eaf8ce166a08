import type { FileState } from '@backoffice/contract/file-states'
import type { PendingAge, TransactionFigure } from '@backoffice/contract/transactions'
import { linkTo } from '../../kit/link-to.ts'
import type { Behind } from './figures.tsx'

/** Links to lists, filtered to the rows that a figure counts. */

type Search = Readonly<Record<string, string | undefined>>

/** Excludes exports and actions, which are tracked files but not uploads. */
const UPLOADS = { 'f.kind': 'inquiry~import' }

const onDay = (date: string) => `${date}..${date}`

export const filesBehind = (search: Search): Behind => ({
  link: linkTo('/files', { search: { ...UPLOADS, ...search } }),
  anyOf: ['file:view'],
})
export const filesInState = (...states: FileState[]) => filesBehind({ 'f.state': states.join('~') })
export const filesReceived = (date: string) => filesBehind({ 'f.uploaded_at': onDay(date) })
export const filesEnded = (date: string, ...states: FileState[]) =>
  filesBehind({ 'f.state': states.join('~'), 'f.finished_at': onDay(date) })

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
export const gapsBehind = (kind: string, permission: Behind['anyOf'][number]): Behind => ({
  link: linkTo('/lookup', { search: { 'f.kind': kind } }),
  anyOf: [permission],
})
export const usersBehind = (search: Search): Behind => ({
  link: linkTo('/users/users_list', { search }),
  anyOf: ['user:view'],
})
export const auditBehind = (search: Search): Behind => ({
  link: linkTo('/audit', { search }),
  anyOf: ['audit:view'],
})

/** Drill-down in the URL: the transactions behind a figure. */
export type Drill = {
  figure: TransactionFigure
  company_code?: string
  tran_class?: string
  age?: PendingAge
}

/** As one param, `TRANSACTIONS~NLF~EARN~`. A missing part is empty; `-` is an empty value. */
export function printDrill({ figure, company_code, tran_class, age }: Drill): string {
  const part = (text: string | undefined) => (text === undefined ? '' : text || '-')
  return [figure, part(company_code), part(tran_class), age ?? ''].join('~')
}

export function parseDrill(text: string): Record<keyof Drill, string | undefined> {
  const [figure, company, tranClass, age] = text.split('~')
  const part = (text: string | undefined) => (text ? text.replace(/^-$/, '') : undefined)
  return { figure, company_code: part(company), tran_class: part(tranClass), age: age || undefined }
}

export const transactionsBehind = (drill: Drill): Behind => ({
  // Keeps the date in the URL.
  link: linkTo('.', {
    search: (current: object) => ({ ...current, list: printDrill(drill) }),
    resetScroll: false,
  }),
  anyOf: ['inquiry:run', 'inquiry:view-all'],
})
