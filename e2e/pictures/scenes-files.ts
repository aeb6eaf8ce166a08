import type { UploadColumns } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { aColumn, sampleColumns } from '@backoffice/contract/testing/sample-columns'
import { CARD_ROWS, MALFORMED, ROWS_TO_FIX, WARNED } from '@backoffice/contract/testing/sample-rows-to-fix'
import type { Page } from '@playwright/test'
import type { Arrangement } from './arrange.ts'
import { edit, fail, fulfil, hold, press, reply, type Scene, see, seeRole, steps, type } from './steps.ts'

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

/** Columns, and a preview of their first rows. */
function withColumns(columns: UploadColumns['columns']) {
  const rows = [0, 1, 2].map((at) => columns.map(({ samples }) => samples[at] ?? ''))
  const preview = [columns.map(({ name }) => name), ...rows].map((cells, index) => ({
    row: index + 1,
    cells,
  }))
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

const ROWS = '**/file_tracker/rows_to_fix**'
const preview: TrackedFile['preview'] = {
  ...{ new: 480, changed: 13, unchanged: 0, rejected: 7, moved: 0, tidied: 0 },
  ...{ compared_at: '2026-11-24T06:05:00Z', by_field: [], by_code: [], written: null },
}
const branchesFile = (fields: Partial<TrackedFile> = {}) =>
  edit(
    '**/file_tracker/specific**',
    ({ may, counts }: TrackedFile): Partial<TrackedFile> => ({
      ...{ category: 'BRANCHES', file_name: 'branches november.xlsx', preview, size: 86_016 },
      may: { ...may, fix: true, match: true },
      matching: { at: '2026-11-24T06:03:00Z', fields: 9, columns: 10, is_remembered: false },
      counts: { ...counts, total: 500, valid: 493, error: 7 },
      artifacts: ['preview', 'rejected', 'source'],
      ...fields,
    }),
  )
const inquiryFile = edit('**/file_tracker/specific**', ({ may }: TrackedFile) => ({
  may: { ...may, fix: true },
}))

const seeGrid = seeRole('grid', 'Rows to fix')
/** The state of the design: two rows are fixed, and the first lost zero is active. */
const fixTwo = steps(
  seeGrid,
  press('Use NLF'),
  type('F8'),
  async (page: Page) => page.keyboard.type('Rizal – Anao'),
  type('Enter'),
  type('Shift+F8'),
  see('417 may have lost a leading zero'),
)
const editCell = (at: number, column: number) => async (page: Page) => {
  await page.locator(`[data-at="${at}"][data-column="${column}"]`).focus()
  await page.keyboard.press('Enter')
}
const conflict = fulfil('**/file_tracker/fix', {
  status: 409,
  contentType: 'application/problem+json',
  json: { status: 409, code: 'version_conflict', detail: 'The file has changed.' },
})

/** Scenes of the correction of rows in place, with the rows of the design. */
export function fixScenes(made: Arrangement): Scene[] {
  const toFix = `${made.preview}?rows=rejected`
  const rows = reply(ROWS, ROWS_TO_FIX)
  const alike = steps(fixTwo, press('Apply to 4 alike'), see('0118'))
  return [
    ['fix', 'admin', toFix, branchesFile(), rows, fixTwo],
    ['fix-page', 'admin', toFix, 'page', branchesFile(), rows, fixTwo],
    ['fix-alike', 'admin', toFix, branchesFile(), rows, alike],
    ['fix-date', 'admin', toFix, 'wide', branchesFile(), rows, steps(seeGrid, editCell(4, 6))],
    [
      'fix-reference',
      'admin',
      toFix,
      'wide',
      branchesFile(),
      rows,
      steps(seeGrid, editCell(0, 1), see('MBR')),
    ],
    [
      'fix-broken-rule',
      'admin',
      toFix,
      'wide',
      branchesFile(),
      rows,
      steps(seeGrid, editCell(2, 2), breakRule),
    ],
    ['fix-conflict', 'admin', toFix, branchesFile(), rows, conflict, steps(fixTwo, press('Re-check'))],
    [
      'fix-warnings',
      'admin',
      toFix,
      branchesFile(),
      reply(ROWS, {
        ...ROWS_TO_FIX,
        rows: [MALFORMED, ...ROWS_TO_FIX.rows, WARNED],
        total_rejected: 5_240,
        total_warned: 1,
      }),
      steps(seeGrid, press(/^(Rows with warnings|Duplicates)/)),
    ],
    ['fix-nothing-left', 'admin', toFix, branchesFile(), reply(ROWS, DONE), see('Nothing to fix')],
    ['fix-loading', 'admin', toFix, branchesFile(), hold(ROWS), see('New')],
    ['fix-failed', 'admin', toFix, branchesFile(), fail(ROWS), see('Try again')],
    ['fix-inquiry', 'agent', made.awaiting, 'page', inquiryFile, reply(ROWS, CARD_ROWS), seeGrid],
    [
      'fix-card',
      'agent',
      made.awaiting,
      inquiryFile,
      reply(ROWS, CARD_ROWS),
      reply('**/file_tracker/cell', { value: '9990000000000012' }),
      steps(seeGrid, editCell(0, 1)),
    ],
  ]
}

const DONE = { ...ROWS_TO_FIX, rows: [], total_rejected: 0, total_fixed: 7 }
const breakRule = steps(type('Backspace'), type('Backspace'), type('Tab'), see(/at least 3|3 characters/))
