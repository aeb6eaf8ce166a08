import * as z from 'zod/mini'
import { type Permission, permissionsOf } from './access.ts'
import { endpoints, type Schemas } from './endpoint.ts'
import { optionsEndpoint } from './lookup-tables.ts'
import { OPTION_TABLES, type OptionTable } from './table.ts'
import { referrersOf, tableAt } from './tables/tables.ts'
import { nameSchemas, text } from './values.schemas.ts'

const option = z.object({ code: z.string(), name: z.string(), in_force: z.boolean() })
/** `more`: more rows match. */
const found = z.object({ items: z.array(option), more: z.boolean() })
const query = z.strictObject({
  search: z.optional(text(100)),
  selected: z.optional(z.array(text(20)).check(z.maxLength(50))),
  /** Only rows with these values by field, without those that match `except`. */
  within: z.optional(z.record(text(40), text(20))),
  except: z.optional(z.record(text(40), text(20))),
  /** Includes codes that are no longer in force, for past data. */
  retired: z.optional(z.boolean()),
})

nameSchemas({ Option: option, FoundOptions: found, OptionsQuery: query })

/** Codes and names to choose from, in force unless `retired`; `selected` codes are always included. */
export function optionsSchemas(table: OptionTable) {
  return {
    summary: 'Codes and names to choose from',
    audit: { resource: OPTION_TABLES[table], action: 'options' },
    body: query,
    reply: found,
  } satisfies Schemas
}

/** Open to users with any permission of a referring table, or with one of `others`. */
function optionsOf(table: OptionTable, ...others: Permission[]) {
  const resources = new Set(referrersOf(tableAt(table)).map(({ table }) => table.resource))
  const permissions = [...resources].flatMap(permissionsOf)
  // Each table is referred to, or has others.
  const access = [...permissions, ...others] as [Permission, ...Permission[]]
  return endpoints({ options: optionsEndpoint(table, access) }, { options: optionsSchemas(table) }).options
}

/** Options for forms, by table. */
export const optionsApi = {
  paymentMethods: optionsOf('glass/payment_method'),
  branches: optionsOf('glass/branch', 'inquiry:run'),
  establishments: optionsOf('glass/establishment'),
  transactionCodes: optionsOf('glass/transaction_code'),
  companyGroups: optionsOf('lookup/company_group', 'inquiry:run'),
  terminals: optionsOf('lookup/shell_tid', 'inquiry:run'),
}
