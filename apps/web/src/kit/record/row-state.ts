import { isKeyOf, NEWER_RELEASE } from '@backoffice/contract/objects'
import { ROW_STATES, ROW_STATUSES, type RowBase, type RowState } from '@backoffice/contract/table'
import type { Tone } from '../../ui/badge.tsx'
import { day, dayAfter, today } from '../format/format-time.ts'

type DatedRow = Pick<RowBase, 'status' | 'effective_from' | 'effective_to'>

/** An end within this time is shown in the badge. */
const SOON_DAYS = 30

export function rowState(row: DatedRow, now = today()): RowState {
  if (row.status === 'INACTIVE') return 'INACTIVE'
  if (row.effective_to !== null && row.effective_to < now) return 'ENDED'
  if (row.effective_from !== null && row.effective_from > now) return 'STARTS'
  return 'IN_FORCE'
}

/** `In force`, `Ends 30 Nov`, `Starts 1 Dec`, `Ended`, `Inactive`; with the year if it is not the current one. */
export function stateBadge(row: DatedRow, now = today()): { tone: Tone; text: string } {
  if (!isKeyOf(ROW_STATUSES, row.status)) return { tone: 'quiet', text: NEWER_RELEASE }
  const state = rowState(row, now)
  if (state === 'STARTS') return { tone: 'info', text: `Starts ${shortDay(row.effective_from ?? '', now)}` }
  if (state !== 'IN_FORCE') return { tone: 'quiet', text: ROW_STATES[state] }
  if (row.effective_to !== null && row.effective_to <= dayAfter(now, SOON_DAYS))
    return { tone: 'warn', text: `Ends ${shortDay(row.effective_to, now)}` }
  return { tone: 'ok', text: ROW_STATES.IN_FORCE }
}

function shortDay(date: string, now: string): string {
  return date.slice(0, 4) === now.slice(0, 4) ? day(date).slice(0, -' 2026'.length) : day(date)
}
