import { may } from '@backoffice/contract/access'
import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import type { CaseResolution, CaseStatus } from '@backoffice/contract/cases'
import { writtenDay } from '@backoffice/contract/written-values'
import { sql } from 'kysely'
import type { ImportHandler, ImportRun } from '../../files/check/import-handler.ts'
import { RowReader } from '../../files/check/row-reader.ts'
import { type Rejection, rejectStaged, type StagedRow, staged } from '../../files/check/table-staging.ts'
import { type AuditEvent, NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { manilaDay } from '../../kernel/clock.ts'
import type { Values } from '../lookup-tables/table-values.ts'
import { describeState, endOf, isAtEnd, isPosted, stageReplies } from './case-reply-rows.ts'
import { moveCase } from './case-steps.ts'
import { scopeOf } from './case-values.ts'
import { findCasesById, findCasesByNumber } from './cases.store.ts'

/** Import of the posting team’s reply, which resolves and rejects cases. */
export const CASE_REPLY_IMPORT: ImportHandler = {
  layout: CASE_REPLIES,
  stageRows({ tx, user, now }, header) {
    const scope = scopeOf(user, now)
    const find = (numbers: readonly number[]) => findCasesByNumber(tx, numbers, scope)
    const reader = new RowReader(CASE_REPLIES, header)
    return (rows) => stageReplies(rows, { reader, find, today: scope.today })
  },
  async lock({ tx, filekey }) {
    // In the order of every writer of several cases, which prevents deadlocks.
    await sql`SELECT FROM cases WHERE id IN (SELECT id FROM ${staged(filekey)} WHERE outcome IN ('C', 'U'))
      ORDER BY id FOR UPDATE`.execute(tx)
  },
  rejectConflicts,
  writeRows,
}

type MovedRow = {
  row_no: number
  value: Values
  id: string
  version: number | null
  status: CaseStatus | null
  resolution: CaseResolution | null
  is_visible: boolean
}

/** Rejects rows whose case changed after the dry run, unless it is already as the file states. */
async function rejectConflicts({ tx, filekey, user }: ImportRun): Promise<number> {
  const seesAll = may(user.access, 'case:view-all')
  const { rows } = await sql<MovedRow>`
    SELECT s.row_no, s.value, s.id, c.version, c.status, c.resolution,
      coalesce(${seesAll} OR c.opened_by = ${user.id} OR c.assignee_id = ${user.id}, false) AS is_visible
    FROM ${staged(filekey)} s LEFT JOIN cases c ON c.id = s.id
    WHERE s.outcome IN ('C', 'U') AND (c.version IS DISTINCT FROM s.version
      OR NOT coalesce(${seesAll} OR c.opened_by = ${user.id} OR c.assignee_id = ${user.id}, false))
    ORDER BY s.row_no`.execute(tx)
  const isDone = ({ is_visible, status, resolution, value }: MovedRow) =>
    is_visible && status !== null && isAtEnd({ status, resolution }, endOf(value))
  const done = rows.filter(isDone)
  await sql`UPDATE ${staged(filekey)} SET outcome = 'U'
    WHERE row_no = ANY(${done.map(({ row_no }) => row_no)}::int[])`.execute(tx)
  const rejections = rows.filter((row) => !isDone(row)).map(rejectionOf)
  await rejectStaged(tx, filekey, rejections)
  return rejections.length
}

function rejectionOf({ row_no, value, status, resolution, is_visible }: MovedRow): Rejection {
  const case_no = value.case_no ?? ''
  const message =
    status === null || !is_visible
      ? `${case_no} does not exist`
      : `${case_no} changed after the check: it is now ${describeState({ status, resolution })}.`
  return { row_no, problem: { column: 'case_no', code: 'conflict', message, value: case_no } }
}

/** Moves cases to the states of the file, with an audit event each. */
async function writeRows({ tx, filekey, user, now }: ImportRun, from: number, to: number) {
  const { rows } = await sql<Pick<StagedRow, 'value' | 'changes'> & { id: string }>`
    SELECT id, value, changes FROM ${staged(filekey)}
    WHERE outcome = 'C' AND row_no BETWEEN ${from} AND ${to}`.execute(tx)
  const replies = new Map(rows.map((row) => [row.id, row]))
  const events: AuditEvent[] = []
  for (const found of await findCasesById(tx, [...replies.keys()], manilaDay(now))) {
    const { value = {}, changes = {} } = replies.get(found.id) ?? {}
    const resolution = endOf(value)?.resolution ?? undefined
    const step = resolution ? 'resolve' : 'reject'
    const reason = reasonOf(value)
    await moveCase(tx, found, { step, resolution, reason, by: user }, now)
    events.push({
      ...{ resource: 'case', action: step, id: found.id },
      ...(reason !== undefined && { reason }),
      changes: { ...changes, source_filekey: [null, filekey] },
      filekey,
    })
  }
  await recordAudit(tx, { actor: { id: user.id, name: user.name }, ...NO_REQUEST }, events)
  return { new: 0, changed: events.length }
}

/** `Posted on 20 Nov 2026. With the next statement` */
function reasonOf({ result, posted_on, remark }: Values): string | undefined {
  const posted = isPosted(result) && posted_on && `Posted on ${writtenDay(posted_on)}`
  return [posted, remark].filter(Boolean).join('. ') || undefined
}
