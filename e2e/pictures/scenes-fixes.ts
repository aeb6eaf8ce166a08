import type { TrackedFile } from '@backoffice/contract/files'
import { CARD_ROWS, MALFORMED, ROWS_TO_FIX, WARNED } from '@backoffice/contract/testing/sample-rows-to-fix'
import type { Page } from '@playwright/test'
import type { Arrangement } from './arrange.ts'
import { edit, fail, fulfil, hold, press, reply, type Scene, see, seeRole, steps, type } from './steps.ts'

const ROWS = '**/file_tracker/rows_to_fix**'
const preview: TrackedFile['preview'] = {
  ...{ new: 480, changed: 13, unchanged: 0, rejected: 7, moved: 0, tidied: 0 },
  ...{ compared_at: '2026-11-24T06:05:00Z', by_field: [], by_code: [], written: null },
}
const branches = (fields: Partial<TrackedFile> = {}) =>
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
const inquiry = edit('**/file_tracker/specific**', ({ may }: TrackedFile) => ({ may: { ...may, fix: true } }))

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
    ['fix', 'admin', toFix, branches(), rows, fixTwo],
    ['fix-page', 'admin', toFix, 'page', branches(), rows, fixTwo],
    ['fix-alike', 'admin', toFix, branches(), rows, alike],
    ['fix-date', 'admin', toFix, 'wide', branches(), rows, steps(seeGrid, editCell(4, 6))],
    ['fix-reference', 'admin', toFix, 'wide', branches(), rows, steps(seeGrid, editCell(0, 1), see('MBR'))],
    ['fix-broken-rule', 'admin', toFix, 'wide', branches(), rows, steps(seeGrid, editCell(2, 2), breakRule)],
    ['fix-conflict', 'admin', toFix, branches(), rows, conflict, steps(fixTwo, press('Re-check'))],
    [
      'fix-warnings',
      'admin',
      toFix,
      branches(),
      reply(ROWS, {
        ...ROWS_TO_FIX,
        rows: [MALFORMED, ...ROWS_TO_FIX.rows, WARNED],
        total_rejected: 5_240,
        total_warned: 1,
      }),
      steps(seeGrid, press(/^(Rows with warnings|Duplicates)/)),
    ],
    ['fix-nothing-left', 'admin', toFix, branches(), reply(ROWS, DONE), see('Nothing to fix')],
    ['fix-loading', 'admin', toFix, branches(), hold(ROWS), see('New')],
    ['fix-failed', 'admin', toFix, branches(), fail(ROWS), see('Try again')],
    ['fix-inquiry', 'agent', made.awaiting, 'page', inquiry, reply(ROWS, CARD_ROWS), seeGrid],
    [
      'fix-card',
      'agent',
      made.awaiting,
      inquiry,
      reply(ROWS, CARD_ROWS),
      reply('**/file_tracker/cell', { value: '9990000000000012' }),
      steps(seeGrid, editCell(0, 1)),
    ],
  ]
}

const DONE = { ...ROWS_TO_FIX, rows: [], total_rejected: 0, total_fixed: 7 }
const breakRule = steps(type('Backspace'), type('Backspace'), type('Tab'), see(/at least 3|3 characters/))
