import type { Permission } from '@backoffice/contract/access'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { categoryOf } from './categories.ts'

type Named = Pick<TrackedFile, 'kind' | 'category'>

/** An export takes the permission of its list for everything that is done with it. */
export function filePermission(file: Named, action: 'download' | 'cancel' | 'retry'): Permission {
  if (file.kind !== 'export') return `file:${action}`
  return categoryOf(file).exportPermission
}
