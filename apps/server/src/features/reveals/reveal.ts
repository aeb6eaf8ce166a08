import type { Artifact } from '@backoffice/contract/files'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import type { Purpose } from '@backoffice/contract/purposes'
import type { WholeNumber } from '@backoffice/contract/values.schemas'
import type { Config } from '../../config/config.ts'
import { maskedNumber } from '../../db/card-number.ts'
import type { Tx } from '../../db/client.ts'
import type { AuditEntry, Changes } from '../../kernel/audit.ts'
import { type Caller, lockUserRow } from '../../kernel/caller.ts'
import { type Clock, secondsOfDayLeft, startOfToday } from '../../kernel/clock.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { type RecentSignInCall, requireRecentSignIn } from '../../kernel/recent-sign-in.ts'
import type { CardKeys } from '../transactions/transactions.store.ts'
import {
  countFileReveals,
  countReveals,
  findPostedCards,
  insertFileReveal,
  insertReveals,
} from './reveals.store.ts'

export type RevealInput = { reason?: Purpose | undefined; ticket_no?: string | undefined }
export type RevealCall = { caller: Caller } & RecentSignInCall
export type RevealDeps = {
  clock: Clock
  quotas: Pick<Config['quotas'], 'reveals' | 'postingCards' | 'cardFiles'>
}

/** One card on a screen, the cards of a posting file, or a file that another user uploaded. */
type Subject =
  | { use: 'screen' | 'posting'; cards: readonly CardKeys[] }
  | {
      use: Artifact | 'retry' | 'run_again'
      file: { source_filekey: string; total: number; error: number }
    }

export type RevealResult = {
  audit: readonly AuditEntry[]
  /** Use of the daily quota, this reveal included. */
  used: number
  quota: number
  /** The number of a revealed card. Throws for every other card. */
  numberOf: (card: CardKeys) => WholeNumber
}

/**
 * The only way by which whole card numbers leave to a user who did not upload them. Demands `card:unmask`, a reason, a
 * ticket number and a recent sign-in, counts against the daily quota of the use under a lock of the user’s row, and
 * returns the events of the reveal.
 */
export async function reveal(
  tx: Tx,
  deps: RevealDeps,
  call: RevealCall,
  input: RevealInput,
  subject: Subject,
): Promise<RevealResult> {
  const stated = requireReveal(call, input)
  const revealer = { id: call.caller.id, now: deps.clock.now() }
  await lockUserRow(tx, revealer.id)
  return 'file' in subject
    ? revealFile(tx, deps, revealer, stated, subject)
    : revealCards(tx, deps, revealer, stated, subject)
}

/** Throws unless the call may reveal. For handlers that have other work first. */
export function requireReveal(call: RevealCall, { reason, ticket_no = '' }: RevealInput) {
  requirePermission(call.caller, 'card:unmask')
  const problem = checkTicket(ticket_no)
  const wrong = [
    ...(reason === undefined ? [{ field: 'reason', code: 'required', message: 'Select Reason' }] : []),
    ...(problem ? [{ field: 'ticket_no', code: 'invalid', message: problem }] : []),
  ]
  if (reason === undefined || wrong.length > 0) throw invalidFields(wrong)
  requireRecentSignIn(call)
  return { reason, ticket_no: ticket_no.trim() }
}

type RevealReason = ReturnType<typeof requireReveal>
type Revealer = { id: string; now: Date }

async function revealCards(
  tx: Tx,
  { quotas }: RevealDeps,
  { id: revealed_by, now }: Revealer,
  stated: RevealReason,
  { use, cards }: Extract<Subject, { cards: unknown }>,
): Promise<RevealResult> {
  const distinct = new Map(cards.map((card) => [card.card_id, card]))
  const since = startOfToday(now)
  const quota = use === 'screen' ? quotas.reveals : quotas.postingCards
  const counted = use === 'posting' ? await findPostedCards(tx, revealed_by, since) : new Set<string>()
  const before = use === 'posting' ? counted.size : await countReveals(tx, revealed_by, since)
  const fresh = [...distinct.keys()].filter((cardId) => !counted.has(cardId)).length
  const used = before + fresh
  if (used > quota) throw quotaUsed(use, { before, fresh, quota }, now)
  await insertReveals(
    tx,
    [...distinct.keys()].map((card_id) => ({ card_id, use, revealed_by, revealed_at: now, ...stated })),
  )
  return {
    used,
    quota,
    audit: [...distinct.values()].map(({ card_id, card_number }) =>
      eventOf(card_id, {
        card: maskedNumber(card_number),
        ...(use === 'posting' && { use }),
        ...stated,
        used: [before, used],
      }),
    ),
    numberOf: ({ card_id, card_number }) => {
      if (!distinct.has(card_id)) throw new Error('This card is not revealed.')
      return card_number as unknown as WholeNumber
    },
  }
}

/** Counts the file once per day. */
async function revealFile(
  tx: Tx,
  { quotas: { cardFiles: quota } }: RevealDeps,
  { id: revealed_by, now }: Revealer,
  stated: RevealReason,
  { use, file }: Extract<Subject, { file: unknown }>,
): Promise<RevealResult> {
  const { source_filekey } = file
  const before = await countFileReveals(tx, revealed_by, {
    since: startOfToday(now),
    exceptFilekey: source_filekey,
  })
  const used = before + 1
  if (used > quota) {
    const detail = `You have opened ${before} files of other users with whole card numbers today, your daily limit. Ask a colleague, or try again tomorrow.`
    throw new HttpError('card_file_quota_used', { detail, retryAfterSeconds: secondsOfDayLeft(now) })
  }
  const cards = use === 'rejected' ? file.error : file.total
  await insertFileReveal(tx, { source_filekey, use, cards, revealed_by, revealed_at: now, ...stated })
  return {
    used,
    quota,
    audit: [eventOf(null, { source_filekey, use, cards, ...stated, used: [before, used] })],
    numberOf: () => {
      throw new Error('A file is revealed, not a card.')
    },
  }
}

function eventOf(
  id: string | null,
  { used, ...values }: Readonly<Record<string, unknown>> & { used: readonly [number, number] },
): AuditEntry {
  const changes: Changes = {
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [null, value]])),
    used,
  }
  return { resource: 'card', action: 'reveal', id, changes }
}

function quotaUsed(
  use: 'screen' | 'posting',
  { before, fresh, quota }: { before: number; fresh: number; quota: number },
  now: Date,
): HttpError {
  const retryAfterSeconds = secondsOfDayLeft(now)
  if (use === 'screen') {
    const detail = `You have revealed ${before} card numbers today, your daily limit. Ask a colleague, or try again tomorrow.`
    return new HttpError('reveal_quota_used', { detail, retryAfterSeconds })
  }
  const left = Math.max(0, quota - before)
  const more = fresh === 1 ? '1 more whole card number' : `${fresh} more whole card numbers`
  const detail = `This file would have ${more}, and you have ${left} of your ${quota} left today. Send fewer cases, or leave the numbers masked.`
  return new HttpError('posting_card_quota_used', { detail, retryAfterSeconds })
}
