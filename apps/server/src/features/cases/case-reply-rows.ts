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
} from '@backoffice/contract/cases'
import type { FileCode } from '@backoffice/contract/file-codes'
import { isKeyOf, labelOfState } from '@backoffice/contract/objects'
import { writtenDay } from '@backoffice/contract/written-values'
import type { FileRow } from '../../files/check/read-table-file.ts'
import { checkByRules, hasCells, type ReadRow, type RowReader } from '../../files/check/row-reader.ts'
import type { StagedRow } from '../../files/check/table-staging.ts'
import { maskedValue } from '../../files/csv/csv-cell.ts'
import type { Values } from '../lookup-tables/table-values.ts'
import { maskedText } from './case-values.ts'
import type { StoredCase } from './cases.store.ts'

type CaseEnd = { status: CaseStatus; resolution: CaseResolution | null }
type Problem = { field: string; code: FileCode; message: string }

/** State of a case after a result; undefined for an unknown result. */
export function endOf({ result }: Values): CaseEnd | undefined {
  if (!result || !isKeyOf(CASE_REPLY_RESULTS, result)) return undefined
  const resolution = resolutionOf(result)
  return { status: resolution ? 'RESOLVED' : 'REJECTED', resolution }
}

export function isAtEnd({ status, resolution }: CaseEnd, end: CaseEnd | undefined): boolean {
  return status === end?.status && resolution === end.resolution
}

/** `resolved as not owed` */
export function describeState({ status, resolution }: CaseEnd): string {
  const state = labelOfState(CASE_STATUS_LABELS, status).toLowerCase()
  return resolution ? `${state} as ${labelOfState(CASE_RESOLUTION_LABELS, resolution).toLowerCase()}` : state
}

type Lookup = (numbers: readonly number[]) => Promise<StoredCase[]>

/** Checks rows of a posting reply and compares them with the cases. `today`: the day in Manila. */
export async function stageReplies(
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
export function isPosted(result: string | null | undefined): boolean {
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
