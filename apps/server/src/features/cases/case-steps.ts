import type { api } from '@backoffice/contract/api'
import { CASE_TRANSITIONS, type CaseResolution, type CaseTransition } from '@backoffice/contract/case-values'
import type { CaseRow } from '@backoffice/contract/cases'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import { type ItemOutcome, runBulk } from '../../kernel/bulk.ts'
import { type Caller, lockUserRow } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { type Handlers, requirePermission } from '../../kernel/mount.ts'
import { requireReveal, reveal } from '../reveals/reveal.ts'
import { insertNotices } from './case-notes.store.ts'
import { alreadyInCase } from './case-openings.ts'
import { requireAssignee } from './case-people.ts'
import { releasePurchases } from './case-purchases.store.ts'
import {
  type CasesDeps,
  type CaseUser,
  lockVersion,
  maskedText,
  requireOpen,
  requireTransition,
  scopeOf,
} from './case-values.ts'
import { findCase, type StoredCase, toCaseRow, updateCase } from './cases.store.ts'
import { holdPurchases, lockFollowing } from './followed-purchases.store.ts'
import { postingCsv, postingLines } from './posting-file.ts'

type CaseSteps = Pick<
  Handlers<(typeof api)['cases']>,
  'assign' | 'send' | 'markSent' | 'resolve' | 'reject' | 'reopen'
>
type Item = { id: string; version: number }
type Step = { step: CaseTransition; resolution?: CaseResolution | undefined; reason?: string | undefined }

/** Bulk steps of cases, each in its own savepoint with its outcome. */
export function caseStepHandlers(deps: CasesDeps): CaseSteps {
  const { ledger, clock } = deps
  const bulkStep = (items: readonly Item[], caller: Caller, step: Step) => async (tx: Tx) =>
    runBulk({ tx, items, apply: (item) => takeStep(tx, ledger, caller, item, step, clock.now()) })
  return {
    assign:
      async ({ body: { items, assignee_id } }, { caller }) =>
      async (tx) => {
        const assignee = assignee_id === null ? null : await requireAssignee(tx, assignee_id)
        return runBulk({ tx, items, apply: (item) => assign(tx, caller, item, assignee, clock.now()) })
      },

    markSent: async ({ body }, { caller }) => {
      requirePermission(caller, 'case:update')
      return bulkStep(body.items, caller, { step: 'send' })
    },

    send: async ({ body: { items, again, whole_numbers: wanted } }, call) => {
      const { caller } = call
      requirePermission(caller, 'case:update')
      if (wanted) requireReveal(call, wanted)
      return async (tx) => {
        // Before any case, so that concurrent calls cannot deadlock.
        if (wanted) await lockUserRow(tx, caller.id)
        const now = clock.now()
        const scope = scopeOf(caller, now)
        const bulk = await runBulk({
          tx,
          items,
          apply: async (item) => {
            const found = await lockVersion(tx, item.id, item.version, scope)
            if (again && found.status === 'SENT') return { outcome: 'unchanged', row: toCaseRow(found) }
            return takeStep(tx, ledger, caller, item, { step: 'send' }, now)
          },
        })
        const sent = bulk.resource.items.flatMap(({ id, outcome }) => (outcome === 'refused' ? [] : [id]))
        const lines = await postingLines(tx, ledger.during(tx), sent, scope.today)
        const cards = lines.flatMap(({ card }) => card ?? [])
        const revealed =
          wanted && cards.length > 0
            ? await reveal(tx, deps, call, wanted, { use: 'posting', cards })
            : undefined
        const resource = {
          ...bulk.resource,
          file_name: `posting_${scope.today}.csv`,
          csv: postingCsv(lines, revealed?.numberOf),
          cases: sent.length,
          purchases: lines.filter(({ amount }) => amount !== null).length,
        }
        const file = {
          cases: [null, sent.length],
          card_numbers: [null, revealed ? 'whole' : 'last four'],
        } as const
        const event = { resource: 'case', action: 'export', id: null, changes: file } as const
        const entries = [...(revealed?.audit ?? []), ...('audit' in bulk ? bulk.audit : [])]
        return { resource, audit: [event, ...entries] }
      }
    },

    resolve: async ({ body: { items, resolution, reason } }, { caller }) =>
      bulkStep(items, caller, { step: 'resolve', resolution, reason: reason?.trim() || undefined }),

    reject: async ({ body: { items, reason } }, { caller }) =>
      bulkStep(items, caller, { step: 'reject', reason }),

    reopen: async ({ body: { items, reason } }, { caller }) =>
      bulkStep(items, caller, { step: 'reopen', reason }),
  }
}

async function rowAfter(tx: Tx, id: string, caller: Caller, now: Date): Promise<CaseRow> {
  const found = await findCase(tx, id, { ...scopeOf(caller, now), owner: null })
  if (!found) throw new Error('A locked case has no row')
  return toCaseRow(found)
}

async function takeStep(
  tx: Tx,
  ledger: Ledger,
  caller: Caller,
  { id, version }: Item,
  { step, resolution, reason }: Step,
  now: Date,
): Promise<ItemOutcome<CaseRow>> {
  const found = await lockVersion(tx, id, version, scopeOf(caller, now))
  requireTransition(found, step)
  if (step === 'reopen') await hold(tx, ledger, found, caller)
  await moveCase(tx, found, { step, resolution, reason, by: caller }, now)
  const row = await rowAfter(tx, found.id, caller, now)
  const changes = {
    status: [found.status, row.status] as const,
    ...(row.resolution !== found.resolution && { resolution: [found.resolution, row.resolution] as const }),
  }
  return { outcome: 'done', row, changes, ...(reason !== undefined && { reason: maskedText(reason) }) }
}

type Move = Step & {
  /** Null for a load. */
  by: CaseUser | null
}

/**
 * Applies a step to a locked case that allows it, and notifies its assignee. A reopened case must hold its purchases.
 */
export async function moveCase(
  tx: Tx,
  found: StoredCase,
  { step, resolution, reason, by }: Move,
  now: Date,
): Promise<void> {
  const note = reason === undefined ? null : maskedText(reason).slice(0, 200)
  const status = CASE_TRANSITIONS[step].to
  if (step === 'send') {
    await updateCase(tx, found.id, { status, sent_by: by?.id ?? null, sent_at: now }, now)
  } else if (step === 'reopen') {
    const ended = { resolution: null, resolved_by: null, resolved_at: null, sent_by: null, sent_at: null }
    await updateCase(tx, found.id, { status, reason: note, ...ended }, now)
  } else {
    await releasePurchases(tx, found.id)
    const ended = { resolution: resolution ?? null, resolved_by: by?.id ?? null, resolved_at: now }
    await updateCase(tx, found.id, { status, reason: note, ...ended }, now)
  }
  if (found.assignee_id === null || found.assignee_id === by?.id) return
  const { case_no } = toCaseRow(found)
  const text = NOTICES[step](case_no, by?.name)
  await insertNotices(tx, [{ user_id: found.assignee_id, case_id: found.id, at: now, text }])
}

/** Message of a step by a user, or by a load. */
const NOTICES: Readonly<Record<CaseTransition, (caseNo: string, name: string | undefined) => string>> = {
  send: (caseNo, name) => (name ? `${name} sent ${caseNo} to posting.` : `${caseNo} was sent to posting.`),
  resolve: (caseNo, name) => (name ? `${name} resolved ${caseNo}.` : `${caseNo} is resolved.`),
  reject: (caseNo, name) => (name ? `${name} rejected ${caseNo}.` : `${caseNo} is rejected.`),
  reopen: (caseNo, name) => (name ? `${name} reopened ${caseNo}.` : `${caseNo} is open again.`),
}

async function hold(tx: Tx, ledger: Ledger, found: StoredCase, by: CaseUser): Promise<void> {
  await lockFollowing(tx)
  const [held] = await holdPurchases(tx, ledger.during(tx), found.id).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new HttpError('purchase_in_case')
    throw error
  })
  if (held) throw await alreadyInCase(tx, held.card_number, held, by)
}

async function assign(
  tx: Tx,
  caller: Caller,
  { id, version }: Item,
  assignee: { id: string; name: string } | null,
  now: Date,
): Promise<ItemOutcome<CaseRow>> {
  const found = await lockVersion(tx, id, version, scopeOf(caller, now))
  requireOpen(found)
  if (found.assignee_id === (assignee?.id ?? null)) return { outcome: 'unchanged', row: toCaseRow(found) }
  await updateCase(tx, found.id, { assignee_id: assignee?.id ?? null }, now)
  if (assignee && assignee.id !== caller.id)
    await insertNotices(tx, [
      {
        ...{ user_id: assignee.id, case_id: found.id, at: now },
        text: `${caller.name} assigned ${toCaseRow(found).case_no} to you.`,
      },
    ])
  const row = await rowAfter(tx, found.id, caller, now)
  return {
    outcome: 'done',
    row,
    changes: { assignee: [found.assignee_name, assignee?.name ?? null] },
  }
}
