import { type Access, may, type Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES, type FileCategory, type FileKind } from '@backoffice/contract/file-kinds'
import type { TrackedFile } from '@backoffice/contract/files'
import { labelOfState } from '@backoffice/contract/objects'
import { type OpenPath, SCREENS, screenAt } from '@backoffice/contract/screens'
import type { Crumb } from '../../../kit/shell/page.tsx'

const UNKNOWN: FileCategory = { label: 'Files', path: '/files', exportPermission: 'file:export' }

/** An unknown category was added after this page was opened. */
export function categoryOf({ category }: Pick<TrackedFile, 'category'>): FileCategory {
  return FILE_CATEGORIES[category] ?? UNKNOWN
}

/** Access to imports into the category. Throws for a category without imports. */
export function importsOf(file: Pick<TrackedFile, 'category'>): NonNullable<FileCategory['imports']> {
  const { label, imports } = categoryOf(file)
  if (!imports) throw new Error(`${label} has no imports`)
  return imports
}

const OPEN_PATHS = new Set<string>(SCREENS.map(({ path }) => path))
const isOpen = (path: string): path is OpenPath => OPEN_PATHS.has(path)

/** The list that the file belongs to, if it has a screen. */
export function listPathOf(file: Pick<TrackedFile, 'category'>): OpenPath | undefined {
  const { path } = categoryOf(file)
  return isOpen(path) ? path : undefined
}

const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  inquiry: 'Files',
  import: 'Import',
  export: 'Export',
  action: 'Bulk action',
}

/** Breadcrumbs of the file's screen without its name. */
export function crumbsOf(file: Pick<TrackedFile, 'category' | 'kind'>): Crumb[] {
  const { label, path } = categoryOf(file)
  const screen = screenAt(path)
  const to = listPathOf(file)
  const isListed = screen && 'group' in screen && screen.group !== 'Operate'
  const group = isListed ? [{ label: screen.group }] : []
  // Files are a tab of their screen.
  const search = to === '/smac_inquiry' && { search: { tab: 'file' } }
  return [
    ...group,
    { label, ...(to && { to, ...search }) },
    { label: labelOfState(KIND_LABELS, file.kind), ...(file.kind === 'inquiry' && { to: '/files' }) },
  ]
}

type FileFacts = Pick<TrackedFile, 'kind' | 'category' | 'is_own'>

/** Permission for an action on a file. Every action on an export requires the export permission of its list. */
export function filePermission(
  file: FileFacts,
  action: 'download' | 'cancel' | 'retry' | 'confirm' | 'runAgain',
): Permission | readonly Permission[] {
  const { imports, exportPermission } = categoryOf(file)
  const confirm = imports?.permission ?? 'inquiry:run'
  if (action === 'confirm') return confirm
  if (action === 'runAgain') return ['file:upload', confirm, ...rowPermissions(file)]
  if (file.kind === 'export') return exportPermission
  return action === 'download' ? ['file:download', ...rowPermissions(file)] : `file:${action}`
}

/** Imported rows of another user require the permission to view their list. */
export function mayReadRows(file: FileFacts, access: Access): boolean {
  return rowPermissions(file).every((each) => may(access, each))
}

function rowPermissions(file: FileFacts): Permission[] {
  const { imports } = categoryOf(file)
  return imports && !file.is_own ? [imports.viewPermission] : []
}
