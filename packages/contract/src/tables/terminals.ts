import { table } from '../table.ts'
import { paddedCode, reference } from './fields.ts'
import { TABLE_HEADERS } from './headers.ts'

/** Traffic of a terminal, by the time of its last transaction. */
const TRAFFIC = {
  SEEN: 'Seen in 24 hours',
  SILENT: 'Silent for 24 hours',
  QUIET: 'Silent for 8 days',
  NEVER: 'Never seen',
} as const

export const terminals = table({
  ...TABLE_HEADERS.terminals,
  about: 'Terminals and their branches',
  naming: 'branch_code',
  searched: ['terminal_id', 'branch_code', 'company_code'],
  fields: {
    terminal_id: paddedCode('Terminal ID', 8, {
      key: true,
      hint: '8 letters or digits; leading zeros stay',
    }),
    company_code: reference('Company', 6, { table: 'lookup/company_group' }, { approval: 'TERMINAL_MOVE' }),
    branch_code: reference(
      'Branch',
      6,
      { table: 'glass/branch', within: ['company_code'] },
      { approval: 'TERMINAL_MOVE' },
    ),
  },
  movedBy: ['company_code', 'branch_code'],
  listedBy: 'GET',
  derived: {
    previous_branch_code: { label: 'Previous branch', type: 'code', filter: true, sort: true },
    traffic: { label: 'Traffic', type: 'choice', options: TRAFFIC, filter: true },
    last_transaction_at: { label: 'Last transaction', type: 'time', filter: true },
    moved_at: { label: 'Last moved', type: 'time', filter: true },
    first_seen_at: { label: 'First seen', type: 'time', filter: true },
  },
})
