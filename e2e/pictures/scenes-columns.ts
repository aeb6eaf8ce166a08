import type { UploadColumns } from '@backoffice/contract/endpoints/columns'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import type { Page } from '@playwright/test'
import type { Arrangement } from './arrange.ts'
import { edit, press, reply, type Scene, see, steps } from './steps.ts'

const FILE = '**/file_tracker/specific**'
const COLUMNS = '**/file_tracker/columns**'

type Column = UploadColumns['columns'][number]
type By = NonNullable<Column['suggestion']>['by']

function columnsOf(...rows: [name: string, samples: string[], field?: string, by?: By][]): Column[] {
  return rows.map(([name, samples, field, by], index) => ({
    ...{ index, name, samples, filled: 500, date_orders: null, decimal_signs: null },
    suggestion: field && by ? { field, by } : null,
  }))
}

const BRANCHES = columnsOf(
  ['Company', ['NLF', 'NLF', 'MBR'], 'company_code', 'name'],
  ['Store no.', ['0417', '0420', '0102'], 'branch_code', 'memory'],
  ['Store name', ['Mabini – Tarlac', 'Mabini – Capas', 'Rizal Avenue'], 'branch_name', 'synonym'],
  ['Format', ['Fuel', 'Fuel', 'Supermarket']],
  ['MID', ['000000004170001', '000000004200001', '000000001020001'], 'merchant_id', 'memory'],
  ['Region', ['Region III', 'Region III', 'NCR'], 'region', 'name'],
  ['Prov.', ['Tarlac', 'Tarlac', 'Metro Manila'], 'province', 'synonym'],
  ['City', ['Tarlac City', 'Capas', 'Manila'], 'city', 'name'],
  ['Opening', ['01/03/2024', '15/07/2025', '31/12/2026'], 'opened_on', 'synonym'],
  ['Remarks', ['24 hours', '', 'Near the market']],
).map((column) => (column.name === 'Opening' ? { ...column, date_orders: ['DMY' as const] } : column))

const remembered = (fields: [string, number][]): NonNullable<UploadColumns['matched']> => ({
  fields: fields.map(([field, column]) => ({ field, column })),
  formats: {},
  ...{ at: '2026-11-12T02:00:00Z', by: null, is_shared: false },
})

const branches: UploadColumns = {
  source_filekey: '00000000-0000-4000-8000-000000000417',
  version: 3,
  sheets: [
    { index: 0, name: 'Branches', rows: 500, is_hidden: false, problem: null },
    { index: 1, name: 'Closed stores', rows: 41, is_hidden: true, problem: null },
  ],
  sheet: 0,
  header_row: 1,
  rows: 500,
  preview: [
    { row: 1, cells: BRANCHES.map(({ name }) => name) },
    ...[0, 1, 2].map((at) => ({ row: at + 2, cells: BRANCHES.map(({ samples }) => samples[at] ?? '') })),
  ],
  columns: BRANCHES,
  matched: remembered([
    ['branch_code', 1],
    ['merchant_id', 4],
  ]),
  looks_like: null,
  same_headers: [],
}

const other = (id: number, file_name: string) => ({
  source_filekey: `00000000-0000-4000-8000-00000000041${id}`,
  version: 2,
  file_name,
})
const CARDS = columnsOf(
  ['Card No.', ['•••• 0011', '•••• 0029', '•••• 0037'], 'card_number', 'values'],
  ['Member ID', ['M-10417', 'M-10420', 'M-10102']],
  ['From', ['01/02/2026', '03/02/2026', '04/02/2026'], 'date_from', 'synonym'],
  ['Until', ['05/03/2026', '06/03/2026', '07/03/2026'], 'date_to', 'synonym'],
).map((column) => (column.index < 2 ? column : { ...column, date_orders: ['DMY' as const, 'MDY' as const] }))
const cards: UploadColumns = {
  ...branches,
  ...{ sheets: [], sheet: null, rows: 12_400, columns: CARDS, matched: null },
  preview: [{ row: 1, cells: CARDS.map(({ name }) => name) }],
  same_headers: [other(1, 'members-b.csv'), other(2, 'members-c.csv')],
}

/** An upload that waits for its matching. */
const waiting = (facts: Partial<TrackedFile>) =>
  edit<TrackedFile>(FILE, ({ may }) => ({
    ...{ state: 'MATCHING', kind: 'import', category: 'BRANCHES', size: 86_016, preview: null },
    ...{ validated_at: null, approval: null, is_own: true, file_name: 'branches november.xlsx' },
    may: { ...may, match: true },
    ...facts,
  }))
const inquiry = waiting({ kind: 'inquiry', category: 'SMAC_INQUIRY', file_name: 'members-a.csv' })

const choose = (column: string, field: string) => (page: Page) =>
  page.getByRole('combobox', { name: `Field for column ${column}` }).selectOption({ label: field })
const ready = see('First three values')
const openPreview = (page: Page) => page.getByText('First rows of the file').click()

export const columnScenes = (made: Arrangement): Scene[] => [
  ['file-matching', 'admin', made.preview, waiting({}), reply(COLUMNS, branches), ready],
  ['file-matching-page', 'admin', made.preview, 'page', waiting({}), reply(COLUMNS, branches), ready],
  [
    'file-matching-problems',
    'admin',
    made.preview,
    'page',
    waiting({}),
    reply(COLUMNS, { ...branches, looks_like: 'ESTABLISHMENTS' }),
    steps(
      ready,
      choose('A Company', 'Not imported'),
      choose('D Format', 'Branch name (column C)'),
      press('Use one value for Establishment…'),
    ),
  ],
  [
    'file-matching-preview',
    'admin',
    made.preview,
    'page',
    waiting({}),
    reply(COLUMNS, branches),
    openPreview,
  ],
  ['file-matching-inquiry', 'admin', made.preview, 'page', inquiry, reply(COLUMNS, cards), ready],
  [
    'file-matched',
    'lookup',
    made.preview,
    'page',
    edit<TrackedFile>(FILE, ({ may, matching }) => ({
      matching: { ...matching, at: '2026-11-12T02:00:00Z', fields: 8, columns: 10, is_remembered: true },
      may: { ...may, match: true },
    })),
    see('8 of 10 matched'),
  ],
]
