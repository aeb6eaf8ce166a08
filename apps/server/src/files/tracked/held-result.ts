import { may } from '@backoffice/contract/access'
import type { HoldReason } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { Caller } from '../../kernel/caller.ts'
import { uint32At } from '../csv/bytes.ts'
import type { FileRow } from './files.store.ts'
import type { GuessCounts } from './user-limits.store.ts'

/** Exceeding a limit holds a result. Limits of guesses count rows that were not found, whatever else the files have. */
export type HoldLimits = {
  /** Rows of the file, which must also exceed the percentage. */
  notFoundRows: number
  notFoundPercent: number
  /** Rows of the user's files that finished today. */
  notFoundPerDay: number
  /** Rows of the user's files of 30 days with the same last four digits. */
  sameLastFourRows: number
}

type OutcomeCounts = Pick<FileRow, 'total' | 'not_found'>
type Guesses = GuessCounts & {
  /** Rows of this file that were looked up, found or not, by last four digits. */
  lookedUp: Uint32Array
}

/**
 * Every looked-up row counts towards a repetition, found or not. If found rows did not count, a user could learn from
 * the hold whether a file with one guess found a card.
 */
export function holdReason(file: OutcomeCounts, guesses: Guesses, limits: HoldLimits): HoldReason | null {
  const { lastFours, lookedUp } = guesses
  const isRepeated = lastFours.some(
    (rows, index) => rows > limits.sameLastFourRows && uint32At(lookedUp, index) > 0,
  )
  if (isRepeated) return 'SAME_LAST_FOUR'
  if (isMostlyNotFound(file, limits)) return 'NOT_FOUND'
  return guesses.day > limits.notFoundPerDay ? 'NOT_FOUND_IN_A_DAY' : null
}

function isMostlyNotFound(
  { total, not_found: notFound }: OutcomeCounts,
  { notFoundRows, notFoundPercent }: HoldLimits,
): boolean {
  return notFound > notFoundRows && notFound * 100 > total * notFoundPercent
}

export function isHeld({ held_at, hold_decision }: Pick<FileRow, 'held_at' | 'hold_decision'>): boolean {
  return held_at !== null && hold_decision !== 'RELEASED'
}

type FileParties = Pick<FileRow, 'uploaded_by' | 'original_uploader' | 'owner_id'>

/** True if the caller uploaded or received the file, or confirmed its inquiry. */
export function hasPart(
  { uploaded_by, original_uploader, owner_id }: FileParties,
  caller: Pick<Caller, 'id'>,
) {
  return [uploaded_by, original_uploader, owner_id].includes(caller.id)
}

/** Only permanent access counts, because a release opens the card numbers to another user. */
export function mayRelease(row: FileRow, caller: Caller): boolean {
  return isHeld(row) && !hasPart(row, caller) && may(caller.permanent, 'card:unmask')
}

/**
 * Numbers of cards found and not found; null until the inquiry is finished, and while its result is held, except for
 * callers who may release it. Splitting a list repeatedly would otherwise reveal the result from these numbers.
 */
export function outcomesOf(row: FileRow, caller: Caller): Pick<TrackedFile['counts'], 'found' | 'not_found'> {
  const isFinished = row.state === 'COMPLETED' || row.state === 'COMPLETED_WITH_ERRORS'
  const isShown = row.kind !== 'inquiry' || (isFinished && (!isHeld(row) || mayRelease(row, caller)))
  return isShown ? { found: row.found, not_found: row.not_found } : { found: null, not_found: null }
}

export function holdOf(row: FileRow): TrackedFile['hold'] {
  const { held_at, held_because, hold_decision, hold_decided_at, hold_decided_by } = row
  if (held_at === null || held_because === null) return null
  return {
    is_held: isHeld(row),
    because: held_because,
    at: held_at.toISOString(),
    decision:
      hold_decision === null || hold_decided_at === null || hold_decided_by === null
        ? null
        : {
            decision: hold_decision,
            by: { id: hold_decided_by, name: row.decider_name ?? '' },
            at: hold_decided_at.toISOString(),
            reason: row.hold_reason ?? '',
          },
  }
}
