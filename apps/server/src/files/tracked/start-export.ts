import type { ListQuery, Selection } from '@backoffice/contract/list'
import { tableOf } from '@backoffice/contract/tables/tables'
import type { Tx } from '../../db/client.ts'
import type { ExportRequest } from '../../db/schema.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { startFileJob } from './file-jobs.ts'

export type ExportCall = Selection & {
  sort?: ListQuery['sort']
  form: ExportRequest['form']
  columns?: readonly string[] | undefined
  review?: ExportRequest['review']
}

type StartExport = {
  category: string
  name: string
  query: ExportCall
  caller: { id: string }
  /** Limits the rows to this user. */
  owner: string | null
}

/** Returns the write of an endpoint: creates the tracked file of an export and sends its job. */
export function startExport(
  { clock, sendJob }: { clock: Clock; sendJob: SendJob },
  { category, name, query, caller, owner }: StartExport,
) {
  const { search, filters, sort, form, columns = [], review } = query
  if (form === 'template' && !tableOf(category))
    throw invalidField('form', 'invalid', 'Only tables have a template. Export the list instead.')
  return async (tx: Tx) => {
    const request = { search, filters, sort, form, columns, owner, review }
    const now = clock.now()
    const filekey = await startFileJob(tx, sendJob, {
      kind: 'export',
      category,
      name,
      request,
      owner: caller,
      now,
    })
    const criteria = { search, filters, sort, form, columns }
    const stated = Object.entries(criteria).filter(([, value]) => value !== undefined)
    const changes = {
      source_filekey: [null, filekey] as const,
      ...Object.fromEntries(stated.map(([field, value]) => [field, [null, value] as const])),
    }
    return { resource: { source_filekey: filekey }, audit: [{ changes }] as const }
  }
}
