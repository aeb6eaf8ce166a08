import type { TableInput } from '@backoffice/contract/table'
import type { tenders } from '@backoffice/contract/tables/tenders'

type Input = TableInput<typeof tenders>
let made = 0

/** A valid tender with a key of its own. */
export function aTender(changes: Partial<Input> = {}): Input {
  made += 1
  return {
    source_system: 'POS',
    tender_id: made.toString(36).toUpperCase().padStart(4, 'T'),
    tender_name: `Tender ${made}`,
    payment_method_code: 'CSH',
    bin_from: null,
    bin_to: null,
    card_scheme: null,
    company_code: '*',
    status: 'ACTIVE',
    effective_from: null,
    effective_to: null,
    ...changes,
  }
}
