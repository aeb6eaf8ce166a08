import type { Permission } from './access.ts'
import { keysOf } from './objects.ts'
import { type TableHeader, tablePermission } from './table.ts'
import { TABLE_HEADERS } from './tables/headers.ts'

/** What a tracked file is: an upload that is answered, an upload that is written, a list written to a file, a long action. */
export const FILE_KIND_LABELS = {
  inquiry: 'Inquiry',
  import: 'Import',
  export: 'Export',
  action: 'Action',
} as const
export type FileKind = keyof typeof FILE_KIND_LABELS
// The keys are the kinds.
export const FILE_KINDS = keysOf(FILE_KIND_LABELS)

/** What a file is about. `path`: the screen of the list that it belongs to. */
export type FileCategory = {
  readonly label: string
  readonly path: `/${string}`
  readonly table?: TableHeader
  /** Lets its holder make an export of the list. */
  readonly exportPermission: Permission
  /** To see rows of others, in a list of which some callers see only their own. */
  readonly viewAllPermission?: Permission
  /** A list alone, of which there are no uploads. */
  readonly exportedOnly?: true
}

/** By the name that stands in `category`. */
export const FILE_CATEGORIES: Readonly<Record<string, FileCategory>> = {
  SMAC_INQUIRY: {
    label: 'SMAC Inquiry',
    path: '/smac_inquiry',
    exportPermission: 'inquiry:export',
    viewAllPermission: 'inquiry:view-all',
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
  MAPPING_GAPS: listOnly('Mapping gaps', '/lookup', 'tender:export'),
  AUDIT: listOnly('Audit', '/audit', 'audit:export'),
  ...Object.fromEntries(Object.values(TABLE_HEADERS).map((table) => [table.category, categoryOf(table)])),
}

function listOnly(label: string, path: FileCategory['path'], exportPermission: Permission): FileCategory {
  return { label, path, exportPermission, exportedOnly: true }
}

function categoryOf(table: TableHeader): FileCategory {
  const { title: label, path } = table
  return { label, path, table, exportPermission: tablePermission(table, 'export') }
}

export const CATEGORIES: readonly string[] = Object.keys(FILE_CATEGORIES)
/** Of files that are uploaded. */
export const UPLOAD_CATEGORIES: readonly string[] = CATEGORIES.filter(
  (category) => !FILE_CATEGORIES[category]?.exportedOnly,
)

/** What an import would do with a row. */
export const PREVIEW_OUTCOMES = ['new', 'changed', 'unchanged', 'rejected'] as const
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number]

export const MAX_IMPORT_FILE_BYTES = 10 * 1024 * 1024
export const MAX_IMPORT_ROWS = 50_000

/** The version of the templates, in their file names. */
const TEMPLATE_VERSION = 1

export function templateFileName({ name }: TableHeader): string {
  return `${name}_v${TEMPLATE_VERSION}.csv`
}

/** Each lets its holder make an export, and follow and download it. */
export const EXPORT_PERMISSIONS: readonly Permission[] = Object.values(FILE_CATEGORIES).map(
  ({ exportPermission }) => exportPermission,
)

/** A first line such as `sep=;`, which spreadsheets write ahead of the header. Its first group is the delimiter. */
export const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r?\n|$)/i
