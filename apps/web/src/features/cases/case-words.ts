import {
  CASE_KIND_LABELS,
  CASE_RESOLUTION_LABELS,
  CASE_STATUS_LABELS,
  isOpenCase,
} from '@backoffice/contract/case-values'
import type { CaseRow } from '@backoffice/contract/cases'
import { casesList } from '@backoffice/contract/lists/cases'
import { POSTING_PROMISE_DAYS, POSTING_WARNING_DAYS } from '@backoffice/contract/transactions'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay, shortDay, today } from '../../kit/format/format-time.ts'
import { eventText } from '../access/event-text.ts'

/** `C-000118`, `3 cases` */
export function describeCases(rows: readonly Pick<CaseRow, 'case_no'>[]): string {
  const [first, ...others] = rows
  return first && others.length === 0 ? first.case_no : plural(rows.length, 'case')
}

/** True for cases whose file can only be downloaded again. */
export const areSent = (rows: readonly Pick<CaseRow, 'status'>[]) =>
  rows.every(({ status }) => status === 'SENT')

/** Red after the promised working days, amber before. */
export function ageTone(workingDays: number): 'bad' | 'warn' | undefined {
  if (workingDays > POSTING_PROMISE_DAYS) return 'bad'
  return workingDays > POSTING_WARNING_DAYS ? 'warn' : undefined
}

/** `Today`, `17 Nov`; with the year if it is another one. */
export function dueText(dueOn: string, now = today()): string {
  if (dueOn === now) return 'Today'
  return dueOn.slice(0, 4) === now.slice(0, 4) ? shortDay(dueOn) : calendarDay(dueOn)
}

/** `20 Nov 2026, overdue` */
export function dueInFull({ due_on, status, is_overdue }: CaseRow, now = today()): string {
  if (is_overdue) return `${calendarDay(due_on)}, overdue`
  return isOpenCase(status) && due_on === now ? `${calendarDay(due_on)}, today` : calendarDay(due_on)
}

const MORE_LABELS: Readonly<Record<string, string>> = {
  purchases: 'Purchases',
  note: 'Note',
  mentions: 'Mentioned',
  remark: 'Remark',
}

/** Label of a field in the history. */
export function fieldLabel(field: string): string {
  const { fields } = casesList
  const declared = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : undefined
  return declared?.label ?? MORE_LABELS[field] ?? field
}

const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: CASE_KIND_LABELS,
  status: CASE_STATUS_LABELS,
  resolution: CASE_RESOLUTION_LABELS,
}

/** Displayed text of a value in the history. */
export function fieldText(field: string, text: string): string {
  const label = CODES[field]?.[text]
  if (label !== undefined) return label
  // The key of the imported reply.
  if (field === 'source_filekey') return ''
  if (field === 'due_on' && text !== '') return calendarDay(text)
  return eventText(field, text)
}
