import type { Permission } from '@backoffice/contract/access'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { tablePermission } from '@backoffice/contract/table'
import { categoryOf } from './categories.ts'

type Named = Pick<TrackedFile, 'kind' | 'category'>

/** An export takes the permission of its list for everything that is done with it. */
export function filePermission(file: Named, action: 'download' | 'cancel' | 'retry'): Permission {
  if (file.kind !== 'export') return `file:${action}`
  const { table } = categoryOf(file)
  if (table) return tablePermission(table, 'export')
  return file.category === 'FILES' ? 'file:export' : 'inquiry:export'
}
