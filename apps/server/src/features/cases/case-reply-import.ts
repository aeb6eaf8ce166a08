import { may } from '@backoffice/contract/access'
import {
  CASE_REPLIES,
  CASE_REPLY_RESULTS,
  type CaseReplyResult,
  POSTED_RESULTS,
  resolutionOf,
} from '@backoffice/contract/case-replies'
import {
  CASE_RESOLUTION_LABELS,
  CASE_STATUS_LABELS,
  type CaseResolution,
  type CaseStatus,
  caseNumber,
  isOpenCase,
  readCaseNumber,
} from '@backoffice/contract/case-values'
import type { FileCode } from '@backoffice/contract/file-codes'
import { isKeyOf, labelOfState } from '@backoffice/contract/objects'
import { writtenDay } from '@backoffice/contract/written-values'
import { sql } from 'kysely'
import type { ImportHandler, ImportRun } from '../../files/check/import-handler.ts'
import type { FileRow } from '../../files/check/read-table-file.ts'
import { checkByRules, hasCells, type ReadRow, RowReader } from '../../files/check/row-reader.ts'
import { type Rejection, rejectStaged, type StagedRow, staged } from '../../files/check/table-staging.ts'
import { maskedValue } from '../../files/csv/csv-cell.ts'
import { type AuditEvent, NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { manilaDay } from '../../kernel/clock.ts'
import type { Values } from '../lookup-tables/table-values.ts'
import { moveCase } from './case-steps.ts'
import { maskedText, scopeOf } from './case-values.ts'
import { findCasesById, findCasesByNumber, type StoredCase } from './cases.store.ts'

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

type CaseEnd = { status: CaseStatus; resolution: CaseResolution | null }
type Problem = { field: string; code: FileCode; message: string }

/** State of a case after a result; undefined for an unknown result. */
function endOf({ result }: Values): CaseEnd | undefined {
  if (!result || !isKeyOf(CASE_REPLY_RESULTS, result)) return undefined
  const resolution = resolutionOf(result)
  return { status: resolution ? 'RESOLVED' : 'REJECTED', resolution }
}

function isAtEnd({ status, resolution }: CaseEnd, end: CaseEnd | undefined): boolean {
  return status === end?.status && resolution === end.resolution
}

/** `resolved as not owed` */
function describeState({ status, resolution }: CaseEnd): string {
  const state = labelOfState(CASE_STATUS_LABELS, status).toLowerCase()
  return resolution ? `${state} as ${labelOfState(CASE_RESOLUTION_LABELS, resolution).toLowerCase()}` : state
}

type Lookup = (numbers: readonly number[]) => Promise<StoredCase[]>

/** Checks rows of a posting reply and compares them with the cases. `today` is the day in Manila. */
async function stageReplies(
  rows: readonly FileRow[],
  { reader, find, today }: { reader: RowReader; find: Lookup; today: string },
): Promise<StagedRow[]> {
  const read = rows.map((row) => {
    const each = reader.read(row)
    return { ...each, no: readCaseNumber(each.input.case_no ?? '') }
  })
  const cases = await find(read.flatMap(({ no }) => no ?? []))
  const byNumber = new Map(cases.map((each) => [Number(each.case_no), each]))
  const staged: StagedRow[] = []
  for (const each of read) {
    const { row, no, input, errors, warnings } = each
    const found = no === undefined ? undefined : byNumber.get(no)
    if (hasCells(each)) await checkReply(reader, each, found, today)
    const end = endOf(input)
    const key = no === undefined ? maskedValue(input.case_no ?? '') : caseNumber(no)
    const isRejected = errors.length > 0 || !found || !end
    staged.push({
      row_no: row.row,
      line_no: row.line,
      outcome: isRejected ? 'R' : isAtEnd(found, end) ? 'U' : 'C',
      id: found?.id ?? null,
      version: found?.version ?? null,
      key,
      name: found ? `•••• ${found.last_four}` : '',
      value: { ...input, case_no: key, remark: input.remark ? maskedText(input.remark) : null },
      changes: isRejected || isAtEnd(found, end) ? {} : changesOf(found, end, input),
      errors,
      warnings,
      cells: row.cells,
    })
  }
  return staged
}

async function checkReply(
  reader: RowReader,
  read: ReadRow & { no: number | undefined },
  found: StoredCase | undefined,
  today: string,
): Promise<void> {
  const { input, no } = read
  for (const [name, field] of Object.entries(CASE_REPLIES.fields)) {
    const problem = await checkByRules(name, field, input[name] ?? null)
    if (problem) reader.add(read, problem)
  }
  for (const problem of caseProblems(input, no, found)) reader.add(read, problem)
  for (const problem of resultProblems(input, today)) reader.add(read, problem)
  reader.checkDuplicate(read, no === undefined ? undefined : String(no), 'case_no', 'Same case as')
}

function caseProblems(input: Values, no: number | undefined, found: StoredCase | undefined): Problem[] {
  const field = 'case_no'
  if (no === undefined) return [{ field, code: 'E004', message: 'Not a case number such as C-000118' }]
  if (!found) return [{ field, code: 'E007', message: `${caseNumber(no)} does not exist` }]
  const end = endOf(input)
  if (isOpenCase(found.status) || !end || isAtEnd(found, end)) return []
  return [{ field, code: 'E007', message: `${caseNumber(no)} is already ${describeState(found)}` }]
}

function resultProblems({ result, posted_on, remark }: Values, today: string): Problem[] {
  const problems: Problem[] = []
  if (isPosted(result) && !posted_on)
    problems.push({ field: 'posted_on', code: 'E001', message: 'Enter the day of posting' })
  if (result === ('REJECTED' satisfies CaseReplyResult) && !remark)
    problems.push({ field: 'remark', code: 'E001', message: 'Enter why posting rejected the case' })
  if (posted_on && /^\d{4}-\d{2}-\d{2}$/.test(posted_on) && posted_on > today)
    problems.push({ field: 'posted_on', code: 'E006', message: `Is after today, ${writtenDay(today)}` })
  return problems
}

/** True for a result that states that points were posted. */
function isPosted(result: string | null | undefined): boolean {
  return typeof result === 'string' && isKeyOf(CASE_REPLY_RESULTS, result) && POSTED_RESULTS.has(result)
}

/** Changed values, as in the audit trail. */
function changesOf(found: StoredCase, end: CaseEnd, { posted_on, remark }: Values): StagedRow['changes'] {
  return {
    status: [found.status, end.status],
    ...(end.resolution && { resolution: [found.resolution, end.resolution] }),
    ...(posted_on && { posted_on: [null, posted_on] }),
    ...(remark && { remark: [null, maskedText(remark)] }),
  }
}
