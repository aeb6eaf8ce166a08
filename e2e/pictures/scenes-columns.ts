import type { UploadColumns } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { aColumn, sampleColumns } from '@backoffice/contract/testing/sample-columns'
import type { Page } from '@playwright/test'
import type { Arrangement } from './arrange.ts'
import { edit, press, reply, type Scene, see, steps } from './steps.ts'

const FILE = '**/file_tracker/specific**'
const COLUMNS = '**/file_tracker/columns**'

const branches = sampleColumns({
  sheets: [
    { index: 0, name: 'Branches', rows: 500, is_hidden: false, problem: null },
    { index: 1, name: 'Closed stores', rows: 41, is_hidden: true, problem: null },
  ],
  ...withColumns([
    ...sampleColumns().columns.slice(0, 4),
    aColumn([4, 'MID', ['000000004170001', '000000004200001', '000000001020001'], 'merchant_id', 'memory']),
    aColumn([5, 'Region', ['Region III', 'Region III', 'NCR'], 'region', 'name']),
    aColumn([6, 'Prov.', ['Tarlac', 'Tarlac', 'Metro Manila'], 'province', 'synonym']),
    aColumn([7, 'City', ['Tarlac City', 'Capas', 'Manila'], 'city', 'name']),
    aColumn([8, 'Opening', ['01/03/2024', '15/07/2025', '31/12/2026'], 'opened_on', 'synonym'], {
      date_orders: ['DMY'],
    }),
    aColumn([9, 'Remarks', ['24 hours', '', 'Near the market']]),
  ]),
})

/** Columns, and the first rows with them. */
function withColumns(columns: UploadColumns['columns']) {
  const rows = [0, 1, 2].map((at) => columns.map(({ samples }) => samples[at] ?? ''))
  const preview = [columns.map(({ name }) => name), ...rows].map((cells, at) => ({ row: at + 1, cells }))
  return { columns, preview }
}

const other = (id: number, file_name: string) => ({
  source_filekey: `00000000-0000-4000-8000-00000000041${id}`,
  version: 2,
  file_name,
})
const DATES = { date_orders: ['DMY' as const, 'MDY' as const] }
const cards: UploadColumns = {
  ...branches,
  ...{ sheets: [], sheet: null, rows: 12_400, matched: null },
  ...withColumns([
    aColumn([0, 'Card No.', ['•••• 0011', '•••• 0029', '•••• 0037'], 'card_number', 'values']),
    aColumn([1, 'Member ID', ['M-10417', 'M-10420', 'M-10102']]),
    aColumn([2, 'From', ['01/02/2026', '03/02/2026', '04/02/2026'], 'date_from', 'synonym'], DATES),
    aColumn([3, 'Until', ['05/03/2026', '06/03/2026', '07/03/2026'], 'date_to', 'synonym'], DATES),
  ]),
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
