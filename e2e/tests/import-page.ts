import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { press, title } from './page-objects.ts'

const COLUMNS = [
  'source_system',
  'tender_id',
  'tender_name',
  'payment_method_code',
  'bin_from',
  'bin_to',
  'card_scheme',
  'company_code',
  'status',
  'effective_from',
  'effective_to',
] as const
export const HEADER = COLUMNS.join(',')

export type Tender = Partial<Record<(typeof COLUMNS)[number], string>>

let made = Date.now() + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * 7_919

export function anId(): string {
  made += 1
  return `Z${(made % 46_656).toString(36).padStart(3, '0')}`.toUpperCase()
}

export function lineOf(tender: Tender): string {
  const all: Tender = {
    source_system: 'KIOSK',
    tender_name: `Test ${tender.tender_id}`,
    payment_method_code: 'CSH',
    company_code: 'NLF',
    status: 'ACTIVE',
    ...tender,
  }
  return COLUMNS.map((name) => all[name] ?? '').join(',')
}

export function csvOf(...lines: string[]): string {
  return [HEADER, ...lines, ''].join('\r\n')
}

export async function openTenders(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tenders', exact: true }).first().click()
  await expect(title(page, 'Tenders')).toBeVisible()
}

export type Csv = ReturnType<typeof asCsv>

export function asCsv(name: string, text: string) {
  return { name: `${name}-${anId()}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** State of a checked import on its screen, with and without rejected rows. */
export const CHECKED = /^(Ready to import|[\d,]+ rows? to fix)$/

/** Uploads a file from the list of tenders and waits for the preview. */
export async function checkImport(page: Page, file: Csv): Promise<void> {
  await openTenders(page)
  await press(page, 'Import')
  const dialog = page.getByRole('dialog', { name: 'Import tenders' })
  await dialog.getByLabel('CSV or Excel files').setInputFiles(file)
  await expect(title(page, file.name)).toBeVisible()
  await expect(page.getByText(CHECKED).first()).toBeVisible()
}

export const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Rows by outcome' })
    .getByRole('link', { name: new RegExp(`^${name} `) })

export async function importRows(page: Page, ...lines: string[]): Promise<void> {
  await checkImport(page, asCsv('rows', csvOf(...lines)))
  await press(page, 'Import')
  await expect(page.getByText(/^Imported: /)).toBeVisible()
}

export async function downloaded(page: Page, start: () => Promise<void>): Promise<string> {
  const downloading = page.waitForEvent('download')
  await start()
  return readFile(await (await downloading).path(), 'utf8')
}

export async function callApi<Reply>(page: Page, path: string, body: object): Promise<Reply> {
  const reply = await page.evaluate(
    async ([url, sent]) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}').state.auth
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: sent })
      return { status: response.status, body: await response.json() }
    },
    [`/api/operations${path}`, JSON.stringify(body)] as const,
  )
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body.resource
}

type FoundTender = {
  id: string
  version: number
  tender_id: string
  tender_name: string
  effective_from: string | null
}
type ListReply = { items: FoundTender[] }

export async function findTender(page: Page, tenderId: string) {
  const { items } = await callApi<ListReply>(page, '/lookup/tenders', {
    filters: { tender_id: { in: [tenderId] } },
  })
  const [found] = items
  if (!found) throw new Error(`There is no tender ${tenderId}.`)
  return found
}
