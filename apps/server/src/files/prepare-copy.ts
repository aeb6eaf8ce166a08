import type { Artifact } from '@backoffice/contract/files'
import { layoutOf } from '@backoffice/contract/import-layouts'
import type { ListDeclaration } from '@backoffice/contract/list'
import { auditList } from '@backoffice/contract/lists/audit'
import { casesList } from '@backoffice/contract/lists/cases'
import { filesList } from '@backoffice/contract/lists/files'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { gapsList } from '@backoffice/contract/lists/mapping-gaps'
import { policiesList, rolesList, usersList } from '@backoffice/contract/lists/users'
import { tableList } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { type Content, copyName, formKey, objectKey } from '../adapters/storage/object-keys.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { maskErrors } from './check/masked-problems.ts'
import type { ListCategory } from './export-list.ts'
import { maskLines } from './result/result-cells.ts'
import type { RESULT_COLUMNS } from './result/result-lines.ts'
import { storeCopy } from './tracked/downloads.store.ts'
import { type FileRow, findFile } from './tracked/files.store.ts'
import { artifactsOf } from './tracked/tracked-file.ts'
import { type CellFormat, FORMAT_OF_TYPE, templateFormats } from './xlsx/write/columns.ts'
import type { FormatOf } from './xlsx/write/sheets.ts'
import { workbookOf } from './xlsx/write/workbook.ts'

const MASKED = {
  result_masked: { artifact: 'result', mask: maskLines },
  errors_masked: { artifact: 'errors', mask: maskErrors },
} as const

/** Writes a copy of a stored CSV as a workbook, or with masked card numbers for users who may not see them. */
export async function prepareCopy(
  { db, storage }: WorkerDeps,
  { filekey, ...form }: Jobs['prepare-copy'],
): Promise<void> {
  const { artifact, mask } = sourceOf(form.content)
  // Its version is read before the CSV, so that a report written in between makes the copy outdated.
  const file = await findFile(db, filekey)
  if (!file || !artifactsOf(file).includes(artifact)) return
  const stored = storage.read(objectKey[artifact](filekey))
  const csv = mask ? mask(stored) : stored
  const content = form.format === 'xlsx' ? workbookOf(csv, cellFormats(file, artifact)) : csv
  const { bytes } = await storage.write(formKey(filekey, form), content)
  await storeCopy(db, filekey, copyName(form), { version: file.version, bytes })
}

function sourceOf(content: Content) {
  return content === 'result_masked' || content === 'errors_masked'
    ? MASKED[content]
    : { artifact: content, mask: undefined }
}

type Formats = Readonly<Record<string, CellFormat>>

const RESULT = {
  row_number: 'number',
  card_number: 'code',
  reference_no: 'code',
  outcome: 'text',
  reason: 'text',
  card_status: 'text',
  tier: 'text',
  points_balance: 'number',
  last_transaction_at: 'time',
  transactions: 'number',
  amount: 'number',
  points_earned: 'number',
  points_redeemed: 'number',
  pending: 'number',
  oldest_pending_working_days: 'number',
} as const satisfies Record<(typeof RESULT_COLUMNS)[number], CellFormat>

const ERRORS: Formats = { row_number: 'number', line_number: 'number', column: 'text', message: 'text' }
const PREVIEW: Formats = { row_number: 'number', line_number: 'number', outcome: 'text', changes: 'text' }
const OUTCOMES: Formats = { outcome: 'text', detail: 'text' }

const LISTS: Readonly<Record<ListCategory, ListDeclaration>> = {
  SMAC_INQUIRY: inquiriesList,
  CASES: casesList,
  FILES: filesList,
  USERS: usersList,
  ROLES: rolesList,
  POLICIES: policiesList,
  AUDIT: auditList,
  MAPPING_GAPS: gapsList,
}

/** Column formats of an artifact by name. A column without a format keeps its text as it is. */
export function cellFormats(
  { kind, category }: Pick<FileRow, 'kind' | 'category'>,
  artifact: Artifact,
): FormatOf {
  const formats = new Map(Object.entries(formatsOf(kind, category, artifact)))
  // Rejected rows have the column names of their upload, in any case.
  return (name) => formats.get(name) ?? formats.get(name.trim().toLowerCase()) ?? 'code'
}

function formatsOf(kind: FileRow['kind'], category: string, artifact: Artifact): Formats {
  if (artifact === 'errors') return ERRORS
  if (artifact === 'rejected') return rejectedFormats(kind, category)
  if (artifact !== 'result') return { ...fieldFormats(category), ...PREVIEW }
  if (kind === 'inquiry') return RESULT
  if (kind === 'action') return OUTCOMES
  return { ...fieldFormats(category), ...labelFormats(category) }
}

/** Formats of the dates of a table. Other values are uploaded again as they were. */
function rejectedFormats(kind: FileRow['kind'], category: string): Formats {
  if (kind === 'inquiry') return { date_from: 'date', date_to: 'date' }
  return Object.fromEntries(Object.entries(fieldFormats(category)).filter(([, each]) => each === 'date'))
}

/** Column formats by the columns of a template. */
function fieldFormats(category: string): Formats {
  const layout = layoutOf(category)
  return layout ? templateFormats(layout) : {}
}

/** Column formats by the headings of a list. */
function labelFormats(category: string): Formats {
  const table = tableOf(category)
  const list = table ? tableList(table) : new Map(Object.entries(LISTS)).get(category)
  const fields = Object.values(list?.fields ?? {})
  return Object.fromEntries(fields.map(({ label, type }) => [label, FORMAT_OF_TYPE[type]]))
}
