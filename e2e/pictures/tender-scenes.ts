import type { Page } from '@playwright/test'
import { asCsv } from '../tests/import-page.ts'
import type { Tenders } from './arrange-tenders.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const PATH = '/lookup/tenders'
const LIST = '**/api/operations/lookup/tenders'
const NARROWED = `${PATH}?f.source_system=FUEL~POS&f.effective_to=2025-01-01..!`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const press = (name: string | RegExp) => async (page: Page) => {
  await listed(page)
  await button(page, name).click()
}
const row = (page: Page, at: number) =>
  page.getByRole('table', { name: 'Tenders' }).locator('tbody').getByRole('row').nth(at)
const listed = (page: Page) => row(page, 0).locator('a').waitFor()
const pane = (page: Page) => page.getByRole('region', { name: /tender/ })
const field = (page: Page, name: string) => pane(page).getByLabel(name, { exact: true })
const submit = (page: Page) => pane(page).getByRole('button', { name: 'Save', exact: true }).click()

/** The list of tenders, its records beside it, and their import. */
export function tenderScenes({ used, free, preview, save }: Tenders): Scene[] {
  const shown = (name: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'admin',
    path: PATH,
    windowOnly: true,
    ...more,
  })
  const record = (name: string, { id }: { id?: string }, more: Partial<Scene> = {}) =>
    shown(name, { path: id ? `${PATH}/${id}` : `${PATH}/create`, ...more })
  return [
    shown('tenders', { after: listed }),
    shown('tenders-selected', { path: NARROWED, after: selectSome }),
    shown('tenders-auditor', { who: 'auditor', after: openRowMenu }),
    shown('tenders-loading', { before: (page) => holdReplies(page, LIST) }),
    shown('tenders-failed', { before: (page) => breakReplies(page, LIST) }),
    shown('tenders-empty', { before: empty }),
    shown('tenders-no-match', { path: `${NARROWED}&q=zzz` }),
    shown('tenders-filters', { path: NARROWED, after: press(/^(Filter|Filters.*)$/) }),
    shown('tenders-filter', { path: NARROWED, only: 'wide', after: press(/^Source is /) }),
    shown('tenders-columns', { only: 'wide', after: press('Columns of tenders') }),
    shown('tenders-views', { path: NARROWED, after: press(/^(View )?All tenders/) }),
    shown('tenders-view-form', { path: NARROWED, after: nameView }),
    shown('tenders-export', { after: press('Export') }),
    shown('tenders-import', { after: press('Import') }),
    shown('tenders-import-refused', { after: importOther }),
    record('tender-edit', used, { after: overlap }),
    record('tender-menu', free, { who: 'auditor', after: openActions }),
    record('tender-create', {}, { after: submit }),
    record('tender-created', {}),
    record('tender-history', free, { path: `${PATH}/${free.id}?tab=history`, before: () => change() }),
    record('tender-conflict', free, { after: meet, tidy: restore }),
    record('tender-changed', free, { after: beTold, tidy: restore }),
    record('tender-missing', { id: '00000000-0000-4000-8000-000000000000' }),
    record('tender-failed', free, { before: (page) => breakReplies(page, `${LIST}/${free.id}`) }),
    record('tender-broken', free, { before: (page) => breakRecord(page, free.id) }),
    shown('import-new', { path: `${preview}?rows=new` }),
    shown('import-changed', { path: `${preview}?rows=changed`, windowOnly: false }),
    shown('import-rejected', { path: `${preview}?rows=rejected`, windowOnly: false }),
    shown('import-rows-denied', { who: 'supervisor', path: preview }),
  ]

  async function overlap(page: Page) {
    await field(page, 'BIN from').fill('999380')
    await field(page, 'BIN to').fill('999349')
    await field(page, 'Tender name').fill('Corporate card, fleet')
    await submit(page)
    await pane(page).locator('[aria-invalid]').first().waitFor()
  }

  async function change() {
    await save(free.id, {
      effective_to: '2027-06-30',
      tender_name: 'Corporate fuel card',
      card_scheme: 'Bituin',
    })
  }

  async function restore() {
    const { effective_to, tender_name, card_scheme } = free
    await save(free.id, { effective_to, tender_name, card_scheme } as typeof free)
  }

  async function type(page: Page) {
    await field(page, 'Tender name').fill('Corporate card, fleet')
    await field(page, 'Effective to').fill('2027-12-31')
    await field(page, 'BIN to').fill('999548')
    await change()
  }

  async function meet(page: Page) {
    await restore()
    await page.reload()
    await type(page)
    await submit(page)
    const dialog = page.getByRole('dialog', { name: /^Somebody saved/ })
    await dialog.getByRole('radio', { name: /^Tender name, yours/ }).check()
  }

  async function beTold(page: Page) {
    await restore()
    await page.reload()
    await type(page)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await pane(page).getByRole('button', { name: 'Show' }).waitFor()
  }
}

async function selectSome(page: Page): Promise<void> {
  await listed(page)
  if ((page.viewportSize()?.width ?? 0) > 640)
    for (const at of [1, 3, 4, 7, 8]) await row(page, at).getByRole('checkbox').check()
  await row(page, 4)
    .getByRole('button', { name: /^Actions of/ })
    .click()
}

async function openRowMenu(page: Page): Promise<void> {
  await listed(page)
  await row(page, 1)
    .getByRole('button', { name: /^Actions of/ })
    .click()
}

const openActions = (page: Page) =>
  pane(page)
    .getByRole('button', { name: /^Actions of/ })
    .click()

async function nameView(page: Page): Promise<void> {
  await press(/^(View )?All tenders/)(page)
  await page.getByRole('button', { name: 'Save as a new view…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Month-end check')
}

async function importOther(page: Page): Promise<void> {
  await press('Import')(page)
  const file = asCsv('cards', 'card_no,amount\r\n1,2\r\n')
  await page.getByLabel('CSV file').setInputFiles({ ...file, name: 'cards.csv' })
}

async function empty(page: Page): Promise<void> {
  const resource = {
    items: [],
    total: 0,
    total_estimated: false,
    page: 1,
    page_size: 25,
    next: null,
    previous: null,
  }
  await page.route(LIST, (route) => route.fulfill({ json: { resource } }))
}

/** An answer that no record can be drawn from. */
async function breakRecord(page: Page, id: string): Promise<void> {
  await page.route(`${LIST}/${id}`, (route) =>
    route.fulfill({ json: { resource: { id: 7, updated_at: 7 } } }),
  )
}
