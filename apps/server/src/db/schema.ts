import type { ApprovalKind, ApprovalStatus, RuleKind } from '@backoffice/contract/approvals'
import type { Approval } from '@backoffice/contract/endpoints/approvals'
import type { AuditRow } from '@backoffice/contract/endpoints/audit'
import type { ImportPreview, TABLE_ACTIONS } from '@backoffice/contract/endpoints/files'
import type { Inquiry, StoredResult } from '@backoffice/contract/endpoints/inquiries'
import type { Preferences } from '@backoffice/contract/endpoints/preferences'
import type { ViewAudience, ViewContent } from '@backoffice/contract/endpoints/views'
import type { FileKind } from '@backoffice/contract/file-kinds'
import type { FileState } from '@backoffice/contract/file-states'
import type { Risk } from '@backoffice/contract/grants'
import type { HOLD_DECISIONS, HoldReason } from '@backoffice/contract/held-results'
import type { ListQuery, Selection } from '@backoffice/contract/list'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import type { Language } from '@backoffice/contract/reply/languages'
import type { TemplateKind } from '@backoffice/contract/reply/templates'
import type {
  ReviewDecision,
  ReviewOutcome,
  ReviewScope,
  ReviewStatus,
  UndecidedTreatment,
} from '@backoffice/contract/reviews'
import type { ColumnType } from 'kysely'
import type * as Tables from './schema.generated.ts'

/** Text and JSON columns whose CHECK or only writer limits the values. */
type NarrowedColumns = {
  approval_rules: { kind: RuleKind }
  approvals: {
    kind: ApprovalKind
    status: Tables.Generated<ApprovalStatus>
    input: ColumnType<unknown, string, null>
    impact: ColumnType<Approval['impact'], string | null, never>
    changes: ColumnType<Approval['changes'], string, never>
  }
  audit_events: { outcome: 'done' | 'refused'; changes: ColumnType<AuditRow['changes'], string, never> }
  files: {
    state: Tables.Generated<FileState>
    kind: Tables.Generated<FileKind>
    held_because: HoldReason | null
    hold_decision: (typeof HOLD_DECISIONS)[number] | null
    request: JsonColumn<FileRequest> | null
    preview: JsonColumn<ImportPreview> | null
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
  reply_templates: { kind: TemplateKind; language: Language }
  users: { status: Tables.Generated<UserStatus> }
  views: { audience: ViewAudience; content: JsonColumn<ViewContent> }
}

/** The driver serializes the object. */
type JsonColumn<T> = ColumnType<T, T, T>

type UserStatus = 'PENDING' | 'ACTIVE' | 'DISABLED' | 'DELETED'

export type ImportRequest = { partial: boolean; confirmed_by: { id: string; name: string } }

/** `owner`: only rows of this user, who may not see those of others. `review`: the review of an export of evidence. */
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

/** `codes`: source codes in upper case; default: all that now have a row. */
export type MapRequest = {
  action: 'map'
  gap: GapKind
  codes?: readonly string[]
  actor: { id: string; name: string }
}

/** Request of a tracked file, by kind. */
export type FileRequest = ImportRequest | ExportRequest | ActionRequest | MapRequest

type Replace<T, By> = Omit<T, keyof By> & By

export type DB = {
  [Table in keyof Tables.DB]: Table extends keyof NarrowedColumns
    ? Replace<Tables.DB[Table], NarrowedColumns[Table]>
    : Tables.DB[Table]
}
