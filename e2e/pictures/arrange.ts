import { expect, type Page } from '@playwright/test'
import { aRole, policyNamed, type RoleRecord, saveRole } from '../tests/access-records.ts'
import { aFile, asUpload } from '../tests/card-files.ts'
import type { DemoUser } from '../tests/demo-users.ts'
import { callApi, checkImport, csvOf, lineOf, type Tender } from '../tests/import-page.ts'
import { runInquiry, uploadFile } from '../tests/page-objects.ts'
import { aUser, callUsers, roleNamed, type User } from '../tests/user-records.ts'
import { arrangeCases } from './scenes-cases.ts'

type TenderRow = Tender & { id: string; version: number; in_use_since: string | null }
export type Arrangement = Awaited<ReturnType<typeof arrange>>

/** Creates data in states that the demo lacks; the returned functions make changes in other sessions. */
export async function arrange(openAs: (user: DemoUser) => Promise<Page>) {
  return {
    ...(await arrangeFiles(await openAs('agent'))),
    ...(await arrangeTenders(await openAs('lookup'))),
    ...(await arrangeAccess(await openAs('admin'))),
    ...(await arrangeCases(await openAs('supervisor'))),
  }
}

const pathOf = (page: Page) => new URL(page.url()).pathname

async function arrangeFiles(page: Page) {
  const upload = (name: string, text: string) => uploadFile(page, { ...asUpload(text), name })
  const run = async (ticket: string) => {
    await runInquiry(page, ticket)
    await expect(page.getByRole('table', { name: 'Result' })).toBeVisible()
  }
  const ready = () => expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()

  await upload('member-complaints-week-46.csv', aFile(980))
  await run('OPS-20391')
  const clean = pathOf(page)

  const bad = aFile(940, { invalid: true, duplicate: true }).replaceAll(/(999\d{11}[05]\d),/g, '$1x,')
  await upload('branch-0417-november.csv', bad)
  await run('OPS-20417')
  const errors = pathOf(page)

  await upload('no-cards.csv', 'shift\r\nnight\r\n')
  await expect(page.getByText('Rejected (F002).')).toBeVisible()
  const rejected = pathOf(page)

  await upload('mabini-tarlac.csv', aFile(40))
  await ready()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel file' }).click()
  await expect(page.getByText('The file did not run.')).toBeVisible()
  const cancelled = pathOf(page)

  await upload('points-not-posted.csv', aFile(220, { invalid: true, duplicate: true, undated: true }))
  await ready()
  return { awaiting: pathOf(page), clean, errors, rejected, cancelled }
}

/** `used`: a tender with a locked key and an overlapping BIN range. `free`: an editable tender. */
async function arrangeTenders(page: Page) {
  const filters = { source_system: { in: ['FUEL'] } }
  const list = () =>
    callApi<{ items: TenderRow[] }>(page, '/lookup/tenders', { filters, page_size: 100 }).then(
      ({ items }) => items,
    )
  const fuel = await list()
  const used = fuel.find((row) => row.in_use_since !== null)
  const free = fuel.find((row) => row.tender_id === '0041' && row.company_code === 'NLF')
  if (!used || !free) throw new Error('The demo has no such tenders.')

  const added = ['0071', '0072', '0073'].map((tender_id) => {
    const tender_name = `Instalments ${tender_id}`
    return lineOf({ source_system: 'ONLINE', tender_id, tender_name, company_code: 'MBR' })
  })
  await checkImport(page, {
    name: 'tenders-november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf(...fuel.slice(0, 24).map(importedLine), ...added)),
  })
  const preview = pathOf(page)
  const save = async (change: Tender) => {
    const version = (await list()).find(({ id }) => id === free.id)?.version
    await callApi(page, '/lookup/tenders/update', { items: [{ id: free.id, version, ...change }] })
  }
  const { effective_to, tender_name, card_scheme } = free
  const changed = { effective_to: '2027-06-30', tender_name: 'Corporate fuel card', card_scheme: 'Bituin' }
  return {
    used: `/lookup/tenders/${used.id}`,
    free: `/lookup/tenders/${free.id}`,
    preview,
    change: () => save(changed),
    restore: () => save({ effective_to, tender_name, card_scheme } as Tender),
  }
}

/** A row to import. Of every seven, some change and some are rejected. */
function importedLine(row: TenderRow, at: number): string {
  const filled = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))
  const changes: Readonly<Record<number, Tender>> = {
    1: { effective_to: '2027-12-31' },
    2: { payment_method_code: 'CRD', tender_name: `${row.tender_name}, in store` },
    3: { payment_method_code: 'ZZZ' },
    5: { effective_to: '31/12/2027' },
  }
  const tender: Tender = { ...filled, ...changes[at % 7] }
  // Demo names contain commas.
  return lineOf({ ...tender, tender_name: `"${tender.tender_name}"` })
}

/** `role`: a role of four users. Two of them have the same access through another policy. */
async function arrangeAccess(page: Page) {
  const reveal = await policyNamed(page, 'Card reveal')
  const exports = await policyNamed(page, 'Month-end exports')
  const create = async (given_name: string, family_name: string, policy?: string) => {
    const { id } = await aUser(page, {
      email: `${given_name}.${family_name}@backoffice.test`.toLowerCase(),
      given_name,
      family_name,
      contact: '+639175550117',
      employee_no: 'LD-0417',
      department: 'Loyalty desk',
      ...(policy && { extra_policies: [policy] }),
    })
    return `/users/users_list/${id}`
  }
  const shown = await create('Celia', 'Ramos', reveal)
  const invited = await create('Nina', 'Flores')
  const leaver = await create('Lito', 'Tan')

  const modules = ['Operational Dashboard', 'SMAC Inquiry', 'Files']
  const { id } = await aRole(
    page,
    modules,
    'Operations basics',
    'Inquiry runs',
    'Result exports',
    'Own files',
  )
  const named = { version: 1, name: 'Late desk', description: 'Handles complaints after hours' }
  const role = await callUsers<RoleRecord>(page, 'PATCH', `/role/${id}`, named)
  for (const [given_name, family_name, policy] of [
    ['Ana', 'Cruz', exports],
    ['Ben', 'Santos', reveal],
    ['Celso', 'Rivera', exports],
    ['Dino', 'Flores', exports],
  ])
    await aUser(page, { given_name, family_name, role_id: id, extra_policies: [policy] })
  return {
    shown,
    invited,
    leaver,
    changeUser: async () => {
      const path = shown.slice(shown.lastIndexOf('/'))
      const { version } = await callUsers<User>(page, 'GET', path)
      const employee_no = `LD-0${Date.now() % 1000}`
      await callUsers(page, 'PATCH', path, { version, department: 'Night desk', employee_no })
    },
    role: `/users/users_roles/${id}`,
    system: await roleNamed(page, 'Inquiry supervisor'),
    policy: `/users/users_policies/${await policyNamed(page, 'Inquiry runs')}`,
    changeRole: () =>
      saveRole(page, role, { description: `Handles complaints until ${Date.now() % 12} in the morning` }),
    giveRole: () => aUser(page, { role_id: id }),
  }
}
