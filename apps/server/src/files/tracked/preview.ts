import type { api } from '@backoffice/contract/api'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { Database } from '../../db/client.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import { type Handlers, requirePermissions } from '../../kernel/mount.ts'
import { getVisibleFile } from './file-access.ts'
import { rowPermissions } from './file-permissions.ts'
import { countPreview, listPreview } from './staging-tables.store.ts'

/** Row number, with the direction `a`fter or `b`efore. */
const CURSOR = /^([ab])(\d{1,8})$/

export function preview(db: Database): Handlers<(typeof api)['files']>['preview'] {
  return async ({ body }, { caller }) => {
    const { source_filekey: filekey, outcome, field, page, page_size } = body
    const file = await getVisibleFile(db, filekey, caller)
    requirePermissions(caller, rowPermissions(file, caller))
    const filter = { outcome, fields: field === undefined ? undefined : fieldsOf(file.category, field) }
    // The staged rows of an inquiry have no outcomes.
    const total = file.kind === 'import' ? await countPreview(db, filekey, filter) : null
    if (total === null) {
      const detail = 'These rows are no longer available here. Download them instead.'
      throw new HttpError('artifact_not_found', { detail })
    }
    const [, side, row] = CURSOR.exec(body.after ?? '') ?? []
    if (body.after !== undefined && row === undefined)
      throw invalidField('after', 'invalid', 'Unknown position in the list. Start at page 1.')
    const at =
      row === undefined
        ? { offset: (page - 1) * page_size }
        : { offset: 0, [side === 'a' ? 'after' : 'before']: Number(row) }
    const items = await listPreview(db, filekey, filter, { ...at, limit: page_size })
    const [first, last] = [items[0], items.at(-1)]
    const isFirst = first === undefined || (await isEnd(db, filekey, filter, { before: first.row_number }))
    const isLast = last === undefined || (await isEnd(db, filekey, filter, { after: last.row_number }))
    return {
      items,
      total,
      total_estimated: false,
      page,
      page_size,
      next: isLast ? null : `a${last.row_number}`,
      previous: isFirst ? null : `b${first.row_number}`,
    }
  }
}

async function isEnd(
  db: Database,
  filekey: string,
  filter: Parameters<typeof listPreview>[2],
  bound: { after: number } | { before: number },
) {
  return (await listPreview(db, filekey, filter, { ...bound, offset: 0, limit: 1 })).length === 0
}

/** Both ends of a range are one field of the preview. */
export function fieldsOf(category: string, field: string): string[] {
  const range = tableOf(category)?.ranges?.find(({ from }) => from === field)
  return range ? [range.from, range.to] : [field]
}
