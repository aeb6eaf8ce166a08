import { readFile } from 'node:fs/promises'
import { COMMON_FIELDS, ownCode, type TableDeclaration, writtenFields } from '@backoffice/contract/table'
import type { Download, Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { CHECKED } from './import-page.ts'
import { holdToastTimers } from './page-objects.ts'
import { aRow, callTable, markedField, newMark, type Row, type Values, validValues } from './table-rows.ts'
import { expect, test } from './test.ts'

/**
 * Tables that every run tests. Terminals have special code and rows without a name. Other tables share a shell, which
 * record.spec.ts tests, and are tested only with `FULL=1`. Tests of web and server cover the forms of each of them.
 */
const IN_EVERY_RUN = ['terminals']

/** Tests a lookup table from its declaration, with the actions of a maintainer. */
export function testTable(table: TableDeclaration): void {
  const { title, noun, plural, path, fields } = table
  const labelOf = (name: string) => writtenFields(table)[name]?.label ?? ''
  const marked = markedField(table)
  const rowText = (mark: string) => (fields[marked]?.type === 'text' ? `${mark} row` : mark)
  /** The field to change: the name, or the end date of rows without a name. Values as entered and as shown. */
  const edited = (mark: string) =>
    fields[marked]?.type === 'text'
      ? { name: marked, mine: [`${mark} mine`, `${mark} mine`], theirs: [`${mark} theirs`, `${mark} theirs`] }
      : { name: 'effective_to', mine: ['2031-12-31', '31 Dec 2031'], theirs: ['2031-11-30', '30 Nov 2031'] }
  const pane = (page: Page) => page.getByRole('region', { name: new RegExp(noun) })
  const field = (page: Page, name: string) => pane(page).getByLabel(labelOf(name), { exact: true })
  const grid = (page: Page) =>
    page.getByRole('table', { name: plural.charAt(0).toUpperCase() + plural.slice(1) })
  const rows = (page: Page) => grid(page).locator('tbody tr')

  async function open(page: Page, search: string): Promise<void> {
    await page.goto(`${path}?q=${search}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }

  async function fill(page: Page, values: Values): Promise<void> {
    for (const [name, { options, reference, place }] of Object.entries(fields)) {
      const value = values[name]
      if (value === null || value === undefined) continue
      const control = field(page, name)
      if (options) await control.selectOption(value)
      else if (reference || place) {
        // The open list has the same name.
        await pane(page)
          .getByRole('combobox', { name: labelOf(name), exact: true })
          .fill(value)
        const option = reference ? new RegExp(`^${value}\\b`) : value
        await page.getByRole('option', { name: option, exact: true }).first().click()
      } else await control.fill(value)
    }
  }

  const save = (page: Page) => pane(page).getByRole('button', { name: 'Save', exact: true }).click()

  if (!process.env.FULL && !IN_EVERY_RUN.includes(table.name)) return

  test.describe(title, () => {
    test.beforeEach(({ page }) => startSession(page, 'admin'))

    test('creates and edits a row by keyboard, shows its history, and fits on 360 px', async ({ page }) => {
      const mark = newMark()
      await open(page, mark)
      await page.getByRole('link', { name: `Create ${noun}` }).click()
      await save(page)
      await expect(pane(page).locator('[aria-invalid]').first()).toBeFocused()
      await expectAccessible(page)
      await fill(page, await validValues(page, table, mark))
      await save(page)
      await expect(rows(page)).toHaveCount(1)
      await rows(page).getByRole('link').first().focus()
      await page.keyboard.press('x')
      await expect(rows(page).getByRole('checkbox')).toBeChecked()
      await page.keyboard.press('x')
      await page.keyboard.press('Enter')
      const { name, mine } = edited(mark)
      await field(page, name).fill(mine[0] ?? '')
      await save(page)
      await expect(rows(page)).toContainText(mine[1] ?? '')
      await rows(page).getByRole('link').first().click()
      const history = pane(page).getByRole('tab', { name: /^History/ })
      await history.click()
      const change = pane(page).getByText(mine[1] ?? '')
      await expect(change.first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(pane(page)).toHaveCount(0)
      await page.setViewportSize({ width: 360, height: 740 })
      await expect(page.getByText(rowText(mark)).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      // The list is dimmed during a refetch.
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expectAccessible(page)
    })

    test('sorts, filters, deactivates, deletes and restores rows, and saves a view', async ({ page }) => {
      await holdToastTimers(page)
      const mark = newMark()
      const made: Row[] = []
      for (const _ of [1, 2, 3]) made.push(await aRow(page, table, mark))
      await callTable(page, table, 'update', { items: [{ ...seen(made[0]), status: 'INACTIVE' }] })
      await open(page, mark)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('button', { name: COMMON_FIELDS.status.label, exact: true }).click()
      await page.getByRole('checkbox', { name: 'Inactive' }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(rows(page)).toHaveCount(1)
      await expect(page).toHaveURL(/f\.status=INACTIVE/)
      await page.goBack()
      await expect(rows(page)).toHaveCount(3)

      const code = ownCode(table)
      const heading = grid(page).getByRole('columnheader', { name: new RegExp(`^(${labelOf(code)}|Code)`) })
      const sorted = made.map((row) => String(row[code])).sort()
      await heading.getByRole('button').first().click()
      // The list is initially sorted by the key.
      await expect(heading).toHaveAttribute('aria-sort', 'descending')
      await expect(rows(page).first()).toContainText(sorted[2] ?? '')
      await heading.getByRole('button').first().click()
      await expect(heading).toHaveAttribute('aria-sort', 'ascending')
      await expect(rows(page).first()).toContainText(sorted[0] ?? '')

      await page.getByRole('button', { name: /^View/ }).click()
      await page.getByRole('button', { name: 'Save as a new view…' }).click()
      await page.getByLabel('Name', { exact: true }).fill(mark)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('button', { name: new RegExp(`View ${mark}`) })).toBeVisible()
      await page.keyboard.press('Escape')

      await grid(page).getByRole('row').first().getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await expect(rows(page).getByText('Inactive')).toHaveCount(3)

      const first = rows(page).filter({ hasText: sorted[0] ?? '' })
      await first.getByRole('button', { name: /^Actions of/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(first).toHaveCount(0)
      const undo = page
        .getByRole('status')
        .filter({ hasText: 'deleted' })
        .getByRole('button', { name: 'Undo' })
      await undo.press('Enter')
      await expect(first).toHaveCount(1)
    })

    // export.spec.ts, import.spec.ts and record.spec.ts test these in the shell of tenders.
    if (!process.env.FULL) return

    test('imports with errors, then corrected; exports and imports unchanged', async ({ page }) => {
      // A closing toast ignores clicks.
      await holdToastTimers(page)
      const mark = newMark()
      const { resource: template } = await getTemplate(page, path)
      const header = String(template.content).split(/\r?\n/)[0] ?? ''
      const good = await validValues(page, table, mark)
      const bad = { ...(await validValues(page, table, mark)), effective_from: '31.12.2030' }
      await upload(page, `${header}\n${line(header, good)}\n${line(header, bad)}\n`, `${mark}.csv`)
      await page.getByRole('radio', { name: /^Valid rows only/ }).check()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      // The button of the dry run is replaced after this.
      await expect(page.getByText('Completed with errors').first()).toBeVisible()
      const rejected = await downloadedBy(
        page,
        page.getByRole('button', { name: 'Download rejected' }).first(),
      )
      expect(rejected.split('\n')[0]).toBe(`${header},_errors`)
      await upload(page, rejected.replace('31.12.2030', '2030-12-31'), `${mark} fixed.csv`)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()

      await open(page, mark)
      await expect(rows(page)).toHaveCount(2)
      const exported = await exportTemplate(page)
      await upload(page, exported, `${mark} again.csv`)
      await expect(page.getByRole('link', { name: /^Unchanged\s*2/ })).toBeVisible()
      await open(page, mark)
      expect(await exportTemplate(page)).toBe(exported)
    })

    test('resolves a conflict of two browsers', async ({ page, browser }) => {
      const mark = newMark()
      await aRow(page, table, mark)
      const context = await browser.newContext()
      const other = await context.newPage()
      await startSession(other, 'admin')
      for (const each of [page, other]) {
        await open(each, mark)
        await rows(each).getByRole('link').first().click()
        await expect(field(each, marked)).toBeVisible()
      }
      const { name, mine, theirs } = edited(mark)
      await field(page, name).fill(mine[0] ?? '')
      await field(page, 'effective_from').fill('2026-01-31')
      await field(other, name).fill(theirs[0] ?? '')
      await save(other)
      await expect(rows(other)).toContainText(theirs[1] ?? '')
      await save(page)
      const dialog = page.getByRole('dialog', { name: `Someone else saved this ${noun} first` })
      await dialog.getByRole('radio', { name: new RegExp(`^${labelOf(name)}, yours`) }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(rows(page)).toContainText(mine[1] ?? '')
      await context.close()
    })
  })

  async function upload(page: Page, content: string, name: string): Promise<void> {
    await page.goto(path)
    await page.getByRole('button', { name: 'Import' }).click()
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText(CHECKED).first()).toBeVisible()
  }

  async function exportTemplate(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Re-importable template/ }).click()
    return downloadedBy(page, page.getByRole('button', { name: /^Download/ }).first())
  }
}

const seen = (row: Row | undefined) => ({ id: row?.id, version: row?.version })

async function getTemplate(page: Page, path: string) {
  const { readSession } = await import('./session-storage.ts')
  const { token } = (await readSession(page)).auth
  const headers = { authorization: `Bearer ${token}` }
  return (await page.request.get(`/api/operations${path}/template`, { headers })).json()
}

function line(header: string, values: Readonly<Record<string, string | null>>): string {
  return header
    .split(',')
    .map((name) => values[name] ?? '')
    .join(',')
}

async function downloadedBy(page: Page, button: Locator): Promise<string> {
  const downloading: Promise<Download> = page.waitForEvent('download')
  await button.click()
  return readFile(await (await downloading).path(), 'utf8')
}
