import { mappingEndpoints } from '@backoffice/contract/endpoints/mapping'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import { plural } from '../../../kit/format-number.ts'
import { toastDone, toastFailed } from '../../../kit/toast.ts'
import { errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'

type Mapping = {
  kind: GapKind
  noun: string
  rows: readonly { id: string; version: number }[]
  refresh: () => Promise<void>
}

/** Removes the rows of a mapping again. Those that have mapped transactions stay, which the toast says. */
export async function undoMapping({ kind, noun, rows, refresh }: Mapping): Promise<void> {
  try {
    const { items } = await call(mappingEndpoints.undo, { body: { kind, items: [...rows] } })
    const kept = items.filter(({ outcome }) => outcome === 'refused').length
    const removed = `${plural(items.length - kept, noun)} removed`
    if (kept === 0) toastDone(removed)
    else
      toastFailed(
        `${removed}. ${plural(kept, noun)} kept: transactions were mapped already. Deactivate ${kept === 1 ? 'it' : 'them'} instead.`,
      )
  } catch (error) {
    toastFailed(errorMessage(error))
  }
  await refresh()
}
