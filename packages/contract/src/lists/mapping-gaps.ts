import { list } from '../list.ts'
import { GAP_LABELS } from '../mapping.ts'
import { SOURCE_SYSTEMS } from '../tables/source-systems.ts'

const both = { filter: true, sort: true } as const

export const gapsList = list({
  name: 'mapping_gaps',
  title: 'Mapping gaps',
  fields: {
    kind: { label: 'Type', type: 'choice', options: GAP_LABELS, ...both },
    source_system: { label: 'Source', type: 'choice', options: SOURCE_SYSTEMS, ...both },
    code: { label: 'Code as received', type: 'code', ...both },
    company_code: { label: 'Company', type: 'code', ...both },
    branch_code: { label: 'Where', type: 'code', filter: true },
    first_at: { label: 'First seen', type: 'time', ...both },
    last_at: { label: 'Last seen', type: 'time', ...both },
    transactions: { label: 'Count', type: 'number', ...both },
    /** In pesos. */
    amount: { label: 'Value, ₱', type: 'number', ...both },
  },
  sort: ['amount:desc'],
  ties: ['code:asc'],
})
