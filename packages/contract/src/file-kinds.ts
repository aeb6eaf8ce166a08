import type { Permission } from './access.ts'
import type { ImportLayout } from './import-layouts.ts'
import { keysOf } from './objects.ts'
import { type TableHeader, tablePermission } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

/** Kinds of tracked files: card inquiries, imports of rows, exports of lists, and long actions. */
export const FILE_KIND_LABELS = {
  inquiry: 'Inquiry',
  import: 'Import',
  export: 'Export',
  action: 'Action',
} as const
export type FileKind = keyof typeof FILE_KIND_LABELS
export const FILE_KINDS = keysOf(FILE_KIND_LABELS)

type ImportAccess = {
  /** Allows importing into the list. */
  readonly permission: Permission
  /** Allows seeing the rows of other users’ imports. */
  readonly viewPermission: Permission
  /** Rows never add records. */
  readonly changesOnly?: true
}

/** The list that a file belongs to. `path`: its screen. */
export type FileCategory = {
  readonly label: string
  readonly path: `/${string}`
  readonly imports?: ImportAccess
  /** Allows exporting the list. */
  readonly exportPermission: Permission
  /** Allows seeing rows of other users, if callers otherwise see only their own. */
  readonly viewAllPermission?: Permission
  /** Has no uploads. */
  readonly exportedOnly?: true
}

/** File categories by name. */
export const FILE_CATEGORIES: Readonly<Record<string, FileCategory>> = {
  SMAC_INQUIRY: {
    label: 'SMAC Inquiry',
    path: '/smac_inquiry',
    exportPermission: 'inquiry:export',
    viewAllPermission: 'inquiry:view-all',
  },
  CASES: {
    label: 'Cases',
    path: '/cases',
    exportPermission: 'case:export',
    viewAllPermission: 'case:view-all',
    imports: { permission: 'case:resolve', viewPermission: 'case:view-all', changesOnly: true },
  },
  FILES: {
    label: 'Files',
    path: '/files',
    exportPermission: 'file:export',
    viewAllPermission: 'file:view-all',
    exportedOnly: true,
  },
  USERS: listOnly('Users', '/users/users_list', 'user:export'),
  ROLES: listOnly('Roles', '/users/users_roles', 'role:export'),
  POLICIES: listOnly('Policies', '/users/users_policies', 'policy:export'),
  REVIEWS: listOnly('Review evidence', '/reviews', 'review:view'),
  MAPPING_GAPS: listOnly('Mapping gaps', '/lookup', 'tender:export'),
  AUDIT: listOnly('Audit', '/audit', 'audit:export'),
  ...Object.fromEntries(Object.values(TABLE_HEADERS).map((table) => [table.category, categoryOf(table)])),
}

function listOnly(label: string, path: FileCategory['path'], exportPermission: Permission): FileCategory {
  return { label, path, exportPermission, exportedOnly: true }
}

function categoryOf(table: TableHeader): FileCategory {
  const { title: label, path } = table
  const imports = {
    permission: tablePermission(table, 'import'),
    viewPermission: tablePermission(table, 'view'),
  }
  return { label, path, imports, exportPermission: tablePermission(table, 'export') }
}

export const CATEGORIES: readonly string[] = Object.keys(FILE_CATEGORIES)
/** Categories with uploads. */
export const UPLOAD_CATEGORIES: readonly string[] = CATEGORIES.filter(
  (category) => !FILE_CATEGORIES[category]?.exportedOnly,
)

/** Outcomes of a row in the dry run of an import. */
export const PREVIEW_OUTCOMES = ['new', 'changed', 'unchanged', 'rejected'] as const
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number]

/** Outcomes of a row in the result of an inquiry. The index of a result stores their positions in this list. */
export const RESULT_OUTCOMES = ['FOUND', 'NOT_FOUND', 'INVALID', 'DUPLICATE'] as const
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number]

export const MAX_IMPORT_FILE_BYTES = 10 * 1024 * 1024
export const MAX_IMPORT_ROWS = 50_000

/** Version in the file names of templates. */
const TEMPLATE_VERSION = 1

export function templateFileName({ name }: Pick<ImportLayout, 'name'>): string {
  return `${name}_v${TEMPLATE_VERSION}.csv`
}

/** Each allows making, following and downloading an export. */
export const EXPORT_PERMISSIONS: readonly Permission[] = Object.values(FILE_CATEGORIES).map(
  ({ exportPermission }) => exportPermission,
)

/** A line such as `sep=;` before the header, as spreadsheets write it. Captures the delimiter. */
export const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r?\n|$)/i
