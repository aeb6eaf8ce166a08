import type { optionsEndpoint } from '@backoffice/contract/endpoints/tables'
import type { OptionTable } from '@backoffice/contract/table'
import { manilaDay } from '../../adapters/clock.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { listOptions } from './referenced-tables.ts'
import type { TableDeps } from './table-handlers.ts'

type OptionsHandler = Handlers<{ options: ReturnType<typeof optionsEndpoint> }>['options']

export function optionsHandler(
  path: OptionTable,
  { db, clock }: Pick<TableDeps, 'db' | 'clock'>,
): OptionsHandler {
  return async ({ body }) => listOptions(db, path, body, manilaDay(clock.now()))
}
