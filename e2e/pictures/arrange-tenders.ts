import type { Browser, Page } from '@playwright/test'
import { callApi, checkImport, csvOf, lineOf, type Tender } from '../tests/import-page.ts'
import type { StorageState } from './arrange.ts'

export type TenderRow = Tender & { id: string; version: number; in_use_since: string | null }
type Listed = { items: TenderRow[] }

export type Tenders = {
  /** A record whose key is locked, and one whose BIN range is in the way of its own. */
  used: TenderRow
  /** A record to change. */
  free: TenderRow
  /** The address of an import that awaits confirmation. */
  preview: string
  /** Saves a change as another user. */
  save: (id: string, change: Tender) => Promise<void>
}

const find = async (page: Page, filters: object) =>
  (await callApi<Listed>(page, '/lookup/tenders', { filters, page_size: 100 })).items

/** Records and an import of tenders, by a user who stays signed in beside those of the pictures. */
export async function arrangeTenders(
  browser: Browser,
  baseURL: string,
  storageState: StorageState,
): Promise<Tenders> {
  const context = await browser.newContext({ baseURL, storageState })
  const page = await context.newPage()
  await page.goto('/operational_dashboard')
  const fuel = await find(page, { source_system: { in: ['FUEL'] } })
  const used = fuel.find((row) => row.in_use_since !== null)
  const free = fuel.find((row) => row.tender_id === '0041' && row.company_code === 'NLF')
  if (!used || !free) throw new Error('The demo has no such tenders.')

  const lines = fuel.slice(0, 24).map((row, at) => lineOf(quoted(changed(row, at))))
  await checkImport(page, {
    name: 'tenders-november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf(...lines, ...ADDED)),
  })
  const preview = new URL(page.url()).pathname
  const save = async (id: string, change: Tender) => {
    const [row] = await find(page, { source_system: { in: ['FUEL'] } }).then((rows) =>
      rows.filter((each) => each.id === id),
    )
    await callApi(page, '/lookup/tenders/update', { items: [{ id, version: row?.version, ...change }] })
  }
  return { used, free, preview, save }
}

const ADDED = ['0071', '0072', '0073'].map((tender_id) =>
  lineOf({
    source_system: 'ONLINE',
    tender_id,
    tender_name: `Instalments ${tender_id}`,
    company_code: 'MBR',
  }),
)

/** Of every seven rows some are changed, some cannot be imported. */
function changed(row: TenderRow, at: number): Tender {
  const filled = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ''])) as Tender
  if (at % 7 === 1) return { ...filled, effective_to: '2027-12-31' }
  if (at % 7 === 2)
    return { ...filled, payment_method_code: 'CRD', tender_name: `${row.tender_name}, in store` }
  if (at % 7 === 3) return { ...filled, payment_method_code: 'ZZZ' }
  if (at % 7 === 5) return { ...filled, effective_to: '31/12/2027' }
  return filled
}

/** The names of the demo have commas in them. */
const quoted = (tender: Tender): Tender => ({ ...tender, tender_name: `"${tender.tender_name}"` })
