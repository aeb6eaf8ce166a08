import type { Permission } from '@backoffice/contract/access'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { tablePermission } from '@backoffice/contract/table'
import type { Caller } from '../../kernel/caller.ts'

type Owned = { uploaded_by: string; kind: string; category: string }

/** Without it an upload of the category could never be confirmed. */
export function confirmPermission(category: string): Permission {
  const { table } = FILE_CATEGORIES[category] ?? {}
  return table ? tablePermission(table, 'import') : 'inquiry:run'
}

export function exportPermission(category: string): Permission {
  const { table } = FILE_CATEGORIES[category] ?? {}
  if (table) return tablePermission(table, 'export')
  return category === 'FILES' ? 'file:export' : 'inquiry:export'
}

/** What a download needs: an export of one’s own no more than the permission of its list. */
export function downloadPermissions(file: Owned, caller: Pick<Caller, 'id'>): Permission[] {
  if (file.kind !== 'export') return ['file:download']
  const needed = exportPermission(file.category)
  return file.uploaded_by === caller.id ? [needed] : [needed, 'file:download']
}

/** To stop or to repeat an export of one’s own takes no more than to make one. */
export function directPermission(file: Owned, step: 'cancel' | 'retry', caller: Pick<Caller, 'id'>) {
  const isOwnExport = file.kind === 'export' && file.uploaded_by === caller.id
  return isOwnExport ? exportPermission(file.category) : (`file:${step}` as const)
}
