import type { Approval, RequestRows } from '@backoffice/contract/approvals'
import { reply, type Scene, see } from './steps.ts'

/** Rows of a request that moves terminals. */
const MOVES: RequestRows = {
  items: Array.from({ length: 14 }, (_, index) => ({
    ...{ key: `004130${String(index + 10)}`, name: '', is_new: false },
    changes: [
      {
        ...{ field: 'branch_code', label: 'Branch', from: '0101', to: index === 0 ? '0207' : '0102' },
        ...{ is_governed: true, rows: index === 0 ? 1 : 13 },
      },
    ],
  })),
  ...{ total: 14, page: 1, page_size: 25, new_rows: 0 },
  fields: [{ field: 'branch_code', label: 'Branch', is_governed: true, rows: 14 }],
}

const renamed = (index: number) => ({
  ...{ field: 'name', label: 'Payment method name', from: `Voucher ${index}`, to: `Gift voucher ${index}` },
  ...{ is_governed: false, rows: 300 },
})
/** Rows of an import that renames all payment methods and changes the type of one. */
const IMPORTED: RequestRows = {
  items: Array.from({ length: 25 }, (_, index) => ({
    ...{ key: `V${String(index).padStart(3, '0')}`, name: `Gift voucher ${index}`, is_new: false },
    changes: [
      ...(index === 0
        ? [{ field: 'type', label: 'Type', from: 'Gift', to: 'Points', is_governed: true, rows: 1 }]
        : []),
      renamed(index),
    ],
  })),
  ...{ total: 300, page: 1, page_size: 25, new_rows: 0 },
  fields: [
    { field: 'type', label: 'Type', is_governed: true, rows: 1 },
    { field: 'name', label: 'Payment method name', is_governed: false, rows: 300 },
  ],
}

type Steps = Scene[3][]

/** Requests about rows of lookup tables. `opened`: steps that serve the request with these fields. */
export function rowScenes(path: string, opened: (fields: Partial<Approval>) => Steps): Scene[] {
  const check = reply(`**${path}/check`, { is_current: true, detail: null, deciders: [] })
  const only = { impact: null, record: null, users: [], users_total: 0, changes: [], changes_total: 0 }
  const imported = {
    kind: 'MASS_CHANGE',
    what: 'Import payment-methods.csv',
    count: 300,
    unit: 'row',
  } as const
  return [
    [
      'approval-rows',
      'admin',
      path,
      ...opened({ ...only, row_count: 14 }),
      reply(`**${path}/rows`, MOVES),
      check,
      see('14 rows'),
    ],
    [
      'approval-import-rows',
      'admin',
      path,
      ...opened({ ...only, ...imported, row_count: 300 }),
      reply(`**${path}/rows`, IMPORTED),
      check,
      see('Only this row'),
    ],
  ]
}
