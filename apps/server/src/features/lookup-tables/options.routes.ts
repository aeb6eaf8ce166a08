import type { api } from '@backoffice/contract/api'
import type { OptionTable } from '@backoffice/contract/table'
import { manilaDay } from '../../kernel/clock.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { listOptions } from './referenced-tables.ts'
import type { TableDeps } from './table-handlers.ts'

type OptionsHandlers = Handlers<(typeof api)['options']>

export function optionsHandlers({ db, clock }: Pick<TableDeps, 'db' | 'clock'>): OptionsHandlers {
  const optionsOf =
    (path: OptionTable): OptionsHandlers['branches'] =>
    async ({ body }) =>
      listOptions(db, path, body, manilaDay(clock.now()))
  return {
    paymentMethods: optionsOf('glass/payment_method'),
    branches: optionsOf('glass/branch'),
    establishments: optionsOf('glass/establishment'),
    transactionCodes: optionsOf('glass/transaction_code'),
    companyGroups: optionsOf('lookup/company_group'),
    terminals: optionsOf('lookup/shell_tid'),
  }
}
