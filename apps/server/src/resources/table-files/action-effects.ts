import type { TABLE_ACTIONS } from '@backoffice/contract/endpoints/files'
import type { Condition, Selection } from '@backoffice/contract/list'
import type { TableDeclaration } from '@backoffice/contract/table'
import { isMasterTable } from '@backoffice/contract/table-approvals'
import type { Tx } from '../../db/client.ts'
import type { Effect } from '../../kernel/approvals.ts'
import { countMatching } from '../../kernel/list-rows.ts'
import { tableEffects } from '../lookup-tables/row-kinds.ts'
import { tableSource } from '../lookup-tables/table-source.ts'

type Action = { action: (typeof TABLE_ACTIONS)[number]; selection: Selection; count: number }

/** Effects of an action on all matching rows. */
export async function actionEffects(
  tx: Tx,
  table: TableDeclaration,
  { action, selection, count }: Action,
  today: string,
): Promise<Effect[]> {
  const countWith = (field: string, condition: Condition) => {
    const filters = { ...selection.filters, [field]: merged(selection.filters?.[field], condition) }
    return countMatching(tx, tableSource(tx, table, today), { ...selection, filters })
  }
  const [range] = table.ranges ?? []
  const kinds = new Map([['MASS_CHANGE' as const, count]] as [Effect['kind'], number][])
  if (isMasterTable(table) && action !== 'activate')
    kinds.set('MASTER_DELETE', await countWith('state', { in: ['IN_FORCE'] }))
  if (range) kinds.set('BIN_RANGE', await countWith(range.from, { empty: false }))
  return tableEffects(table, kinds)
}

/** Both conditions of a field. */
function merged(one: Condition = {}, { in: other, ...rest }: Condition): Condition {
  if (!other) return { ...one, ...rest }
  return { ...one, ...rest, in: one.in ? one.in.filter((value) => other.includes(value)) : other }
}
