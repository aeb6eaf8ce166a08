import { may } from '@backoffice/contract/access'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import type { HoldReason } from '@backoffice/contract/held-results'
import type { Caller } from '../../kernel/caller.ts'
import type { FileRow } from './files.store.ts'

export type HoldLimits = {
  /** A result is held if its rows not found exceed both this number and this percentage. */
  notFoundRows: number
  notFoundPercent: number
  sameLastFourRows: number
}

type OutcomeCounts = Pick<FileRow, 'total' | 'not_found' | 'repeats_last_four'>

export function holdReason(
  { total, not_found: notFound, repeats_last_four: repeats }: OutcomeCounts,
  { notFoundRows, notFoundPercent }: HoldLimits,
): HoldReason | null {
  if (repeats) return 'SAME_LAST_FOUR'
  const isMany = notFound > notFoundRows && notFound * 100 > total * notFoundPercent
  return isMany ? 'NOT_FOUND' : null
}

/** Busy users exceed any fixed limit by chance. Neither chance nor daily repetitions reach five times the mean. */
const CHANCE = 5

/**
 * True if more than `most` rows of the last 30 days share their last four digits and this file contributes to it.
 * Random numbers share them too, 100 in a million. The arrays hold row counts indexed by the last four digits.
 */
export function repeatsLastFour(ofFile: Uint32Array, of30Days: Uint32Array, most: number): boolean {
  const limit = Math.max(most, CHANCE * mean(of30Days))
  const usual = CHANCE * mean(ofFile)
  return of30Days.some((rows, lastFour) => rows > limit && (ofFile[lastFour] ?? 0) > usual)
}

const mean = (counts: Uint32Array) => counts.reduce((sum, rows) => sum + rows, 0) / counts.length

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
