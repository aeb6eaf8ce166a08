import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { anId, findTender } from './import-page.ts'
import { keyboardOf } from './keyboard-steps.ts'
import { title } from './page-objects.ts'
import { expect, test } from './test.ts'
import { type WorkbookCell, workbookOf } from './workbook-file.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const GOOD_ROWS = 20
const HEADER = ['Company code', 'Tender no.', 'Description', 'Pay type', 'Channel', 'Valid from', 'Clerk']

/** The list of another till system, with a title above foreign headers and a column that we do not have. */
async function tillList(rows: readonly (readonly WorkbookCell[])[]) {
  const sheets = [
    { name: 'Read me', rows: [['Exported by the till system']] },
    { name: 'Tenders', rows: [['Tender list, November'], [], HEADER, ...rows] },
  ]
  return { name: `till-${anId()}.xlsx`, mimeType: WORKBOOK, buffer: await workbookOf(sheets) }
}

type Row = { id: string; cells: readonly WorkbookCell[] }

function aRow(): Row {
  const id = anId()
  return { id, cells: ['NLF', id, `Till ${id}`, 'CSH', 'KIOSK', { day: '2026-12-31' }, 'Ana'] }
}

/** A row with one wrong cell. */
function aWrongRow(column: (typeof HEADER)[number], value: WorkbookCell): Row {
  const { id, cells } = aRow()
  return { id, cells: cells.with(HEADER.indexOf(column), value) }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Rows to fix' })
const focused = (page: Page) => page.locator('[role="gridcell"]:focus')

async function upload(page: Page, file: Awaited<ReturnType<typeof tillList>>): Promise<void> {
  // Browsers choose files in a window of the system.
  await page.getByRole('dialog').getByLabel('CSV or Excel files').setInputFiles(file)
  await expect(title(page, file.name)).toBeVisible()
}

test('imports a foreign workbook with seven wrong cells by keyboard, and matches the next one itself', async ({
  page,
}) => {
  test.slow()
  const missing = aWrongRow('Description', '')
  const rows = [
    ...Array.from({ length: GOOD_ROWS }, aRow),
    aWrongRow('Company code', 'NLE'),
    aWrongRow('Pay type', 'CHSH'),
    aWrongRow('Pay type', 'CHSH'),
    aWrongRow('Pay type', 'CHSH'),
    missing,
    aWrongRow('Channel', 'Kioskk'),
    aWrongRow('Valid from', '31/02/2026'),
  ]
  const file = await tillList(rows.map(({ cells }) => cells))
  await startSession(page, 'lookup')
  await page.goto('/lookup/tenders')
  await expect(title(page, 'Tenders')).toBeVisible()
  const { press, type, tabTo, finish } = keyboardOf(page)
  const startImport = async () => {
    await press('Control+k')
    await type('import tend')
    await page.getByRole('option', { name: 'Import tenders' }).waitFor()
    await press('Enter')
  }
  await startImport()
  await upload(page, file)

  await test.step('the columns are suggested, and two are chosen', async () => {
    await expect(page.getByRole('table', { name: 'Columns of the file' })).toBeVisible()
    await expectAccessible(page)
    await tabTo(page.getByRole('combobox', { name: 'Field for column C Description' }))
    await type('Tender n')
    await tabTo(page.getByRole('combobox', { name: 'Field for column D Pay type' }))
    await expect(page.getByRole('combobox', { name: 'Field for column D Pay type' })).toHaveValue(
      'payment_method_code',
    )
    await press('Control+Enter')
  })

  await test.step('the wrong cells are fixed: by suggestions, once for three alike, and typed', async () => {
    const toFix = page.getByRole('link', { name: /^To fix 7/ })
    await tabTo(toFix)
    await press('Enter')
    await expect(grid(page).getByRole('row')).toHaveCount(8)
    await expectAccessible(page)
    await tabTo(page.getByRole('gridcell', { name: /^NLE/ }))
    await press('Alt+Enter')
    await expect(focused(page)).toContainText('was NLE')
    await press('F8')
    await expect(focused(page)).toContainText('CHSH')
    await press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Apply to 3 alike' })).toBeFocused()
    await press('Enter')
    await press('F8')
    await expect(focused(page)).toContainText('Missing')
    await type('Till voucher')
    await press('Enter', 'F8')
    await expect(focused(page)).toContainText('31/02/2026')
    await type('28 Feb 2027')
    await press('Enter', 'F8')
    await expect(focused(page)).toContainText('Kioskk')
    await type('Kiosk')
    await expect(grid(page).getByRole('combobox', { name: 'Source system' })).toHaveValue('KIOSK')
    await press('Enter')
    await expect(page.getByText('7 fixed rows are imported after a re-check.')).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Re-check' }))
    await press('Enter')
  })

  await expect(page.getByRole('button', { name: 'Import 27 rows' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Imported: 27 new, 0 changed.')).toBeVisible()
  finish('import.foreign', 80)
  expect(await findTender(page, missing.id)).toMatchObject({
    tender_name: 'Till voucher',
    effective_from: '2026-12-31',
  })

  await test.step('the next file of that system is checked at once', async () => {
    await startImport()
    await upload(page, await tillList([aRow().cells]))
    await expect(page.getByText(/ matched, as on /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible()
  })
})
