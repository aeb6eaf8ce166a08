import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import type { TableDeclaration } from '@backoffice/contract/table'
import { isMasterTable } from '@backoffice/contract/table-approvals'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { movesMoneyInSql } from '../row-substitutes.ts'
import { rowStates } from '../table-source.ts'

type Action = (typeof TABLE_ACTIONS)[number]

/** Kinds of approval that an action may need, with the condition of the rows `t` that count. */
export function actionEffects(
  table: TableDeclaration,
  action: Action,
  today: string,
): Map<ApprovalKind, RawBuilder<SqlBool>> {
  const kinds = new Map<ApprovalKind, RawBuilder<SqlBool>>([['MASS_CHANGE', sql`true`]])
  const [range] = table.ranges ?? []
  if (isMasterTable(table) && action !== 'activate') kinds.set('MASTER_DELETE', rowStates(today).IN_FORCE)
  if (range) kinds.set('BIN_RANGE', sql`${sql.ref(`t.${range.from}`)} IS NOT NULL`)
  const movesMoney = movesMoneyInSql(table, action === 'activate' ? 'start' : 'end')
  if (movesMoney) kinds.set('MONEY', movesMoney)
  return kinds
}
