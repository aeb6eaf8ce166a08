import type { Approval, ApprovalKind, ApprovalStatus, RuleKind } from '@backoffice/contract/approvals'
import type { AuditRow } from '@backoffice/contract/audit'
import type { ColumnFormat, MatchedField, UploadColumns } from '@backoffice/contract/columns'
import type { FileKind } from '@backoffice/contract/file-kinds'
import type { FileState, HOLD_DECISIONS, HoldReason } from '@backoffice/contract/file-states'
import type { Artifact, DownloadFormat, ImportPreview, TABLE_ACTIONS } from '@backoffice/contract/files'
import type { CellProblem } from '@backoffice/contract/fixes'
import type { Risk } from '@backoffice/contract/grants'
import type { Inquiry, StoredResult } from '@backoffice/contract/inquiries'
import type { ListQuery, Selection } from '@backoffice/contract/list'
import type { GapKind } from '@backoffice/contract/mapping'
import type { Preferences } from '@backoffice/contract/preferences'
import type { Language, TemplateFormat } from '@backoffice/contract/reply/templates'
import type {
  ReviewDecision,
  ReviewOutcome,
  ReviewScope,
  ReviewStatus,
  UndecidedTreatment,
} from '@backoffice/contract/reviews'
import type { ViewAudience, ViewContent } from '@backoffice/contract/views'
import type { ColumnType } from 'kysely'
import type { CardNumber } from './card-number.ts'
import type * as Tables from './schema.generated.ts'

/** Columns whose CHECK or only writer limits the values, and card numbers. */
type NarrowedColumns = {
  approval_rules: { kind: RuleKind }
  approvals: {
    kind: ApprovalKind
    status: Tables.Generated<ApprovalStatus>
    input: ColumnType<unknown, string, null>
    impact: ColumnType<Approval['impact'], string | null, never>
    changes: ColumnType<Approval['changes'], string, never>
    users: ColumnType<Approval['users'], string | undefined, never>
    takers: ColumnType<Approval['takers'], string | undefined, never>
    requested_access: ColumnType<Approval['requested_access'], string | null | undefined, never>
  }
  audit_events: { outcome: 'done' | 'refused'; changes: ColumnType<AuditRow['changes'], string, never> }
  cards: { card_number: CardNumber }
  case_purchases: { card_number: CardNumber }
  card_reveals: { use: Tables.Generated<'screen' | 'posting'> }
  files: {
    state: Tables.Generated<FileState>
    kind: Tables.Generated<FileKind>
    held_because: HoldReason | null
    hold_decision: (typeof HOLD_DECISIONS)[number] | null
    request: JsonColumn<FileRequest> | null
    preview: JsonColumn<ImportPreview> | null
    matching: JsonColumn<StoredMatching> | null
  }
  upload_columns: { columns: JsonColumn<FoundColumns> }
  column_matchings: { matching: JsonColumn<ColumnMatching> }
  rows_to_fix: {
    outcome: 'rejected' | 'warned'
    cells: ColumnType<FieldCell[], string, never>
    problems: ColumnType<CellProblem[], string, never>
  }
  idempotency_keys: { reply: ColumnType<unknown, string | undefined, string> }
  inquiries: {
    mode: Inquiry['mode']
    outcome: Inquiry['outcome']
    purpose: Inquiry['purpose']
    criteria: JsonColumn<StoredResult['criteria']> | null
    answer: JsonColumn<StoredResult> | null
  }
  policies: { risk: Tables.Generated<Risk> }
  user_preferences: {
    download_format: Tables.Generated<Preferences['download_format']>
    reply_language: Tables.Generated<Preferences['reply_language']>
    theme: Tables.Generated<Preferences['theme']>
    page_size: Tables.Generated<Preferences['page_size']>
    columns: Tables.Generated<JsonColumn<Preferences['columns']>>
    closed_groups: Tables.Generated<Preferences['closed_groups']>
  }
  reviews: { scope: ReviewScope; status: Tables.Generated<ReviewStatus>; undecided: UndecidedTreatment }
  review_items: {
    kind: 'role' | 'policy'
    conflicts: ColumnType<[string, string][], string, never>
    decision: ReviewDecision | null
    outcome: ReviewOutcome | null
  }
  reply_templates: { kind: TemplateFormat; language: Language }
  transactions: { card_number: CardNumber }
  users: { status: Tables.Generated<UserStatus> }
  views: { audience: ViewAudience; content: JsonColumn<ViewContent> }
  whole_number_links: { content: Artifact; format: DownloadFormat }
}

/** The driver serializes the object. */
type JsonColumn<T> = ColumnType<T, T, T>

type UserStatus = 'PENDING' | 'ACTIVE' | 'DISABLED' | 'DELETED'

/** Fields with their columns or values, and how the columns are read. */
export type ColumnMatching = { fields: MatchedField[]; formats: Record<string, ColumnFormat> }

/** The matching of an upload. `sheet` is an index, or null for a CSV. */
export type StoredMatching = ColumnMatching & {
  sheet: number | null
  header_row: number
  /** Number of columns of the file. */
  columns: number
  at: string
  is_remembered: boolean
  /** A workbook with exactly the columns of the template. */
  is_template?: true
}

/** Columns of an upload that is not our template. `wanted` is the sheet and header row to read instead. */
export type FoundColumns = Pick<
  UploadColumns,
  'sheets' | 'sheet' | 'header_row' | 'rows' | 'preview' | 'looks_like'
> & {
  columns: FoundColumn[]
  wanted?: { sheet: number | null; header_row: number | null }
}

/** The `fitting` formats read every date or number of the column. */
export type FoundColumn = UploadColumns['columns'][number] & { fitting: ColumnFormat[] }

/**
 * A cell of a field, in the order of the file. `shown` is its masked or shortened text, null if it is shown unchanged.
 * `was` is the shown text of the uploaded cell, if corrected.
 */
export type FieldCell = readonly [field: string, text: string, shown?: string | null, was?: string]

export type ImportRequest = { partial: boolean; confirmed_by: { id: string; name: string } }

/** `owner` limits the rows to a user who may not see others' rows. `review` is set for an export of evidence. */
export type ExportRequest = Selection & {
  sort: ListQuery['sort']
  form: 'view' | 'template'
  columns: readonly string[]
  owner: string | null
  review?: string | undefined
}

export type ActionRequest = {
  action: (typeof TABLE_ACTIONS)[number]
  selection: Selection
  actor: { id: string; name: string }
}

/** `codes` are source codes in upper case; by default all that now have a row. */
export type MapRequest = {
  action: 'map'
  gap: GapKind
  codes?: readonly string[]
  actor: { id: string; name: string }
}

/** Request of a tracked file, by kind. */
export type FileRequest = ImportRequest | ExportRequest | ActionRequest | MapRequest

type Replace<T, By> = Omit<T, keyof By> & By

type AllTables = {
  [Table in keyof Tables.DB]: Table extends keyof NarrowedColumns
    ? Replace<Tables.DB[Table], NarrowedColumns[Table]>
    : Tables.DB[Table]
}

/** Tables that only the ledger uses. */
export const LEDGER_TABLES = ['cards', 'transactions', 'ledger_version', 'mapping_progress'] as const
type OnlyInLedger = (typeof LEDGER_TABLES)[number]
/** Tables of the ledger; the main database has copies of the sums. */
export type LedgerDB = Pick<AllTables, OnlyInLedger | 'code_usage' | 'transaction_days'>
/** Tables of the main database. */
export type DB = Omit<AllTables, OnlyInLedger>
