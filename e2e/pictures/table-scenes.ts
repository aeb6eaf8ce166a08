import type { TableDeclaration } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import type { Page } from '@playwright/test'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const LOOKUP = '/lookup'
const FIGURES = '**/api/operations/lookup/figures'
const GAPS = '**/api/operations/lookup/mapping_gaps**'

const rows = (page: Page) =>
  page.getByRole('main').getByRole('table').first().locator('tbody').getByRole('row')
const listed = (page: Page) => rows(page).first().getByRole('link').first().waitFor()
const pane = (page: Page) => page.getByRole('region', { name: /^(Create|Edit)/ })
const save = (page: Page) => pane(page).getByRole('button', { name: 'Save', exact: true }).click()

async function choose(page: Page, label: string, code: string): Promise<void> {
  await pane(page).getByRole('combobox', { name: label, exact: true }).fill(code)
  await page.getByRole('listbox').getByRole('option').first().click()
}

const scene = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
  name,
  who: 'admin',
  path,
  windowOnly: true,
  ...more,
})

/** The tables beside the worked example: list, new record with its errors, record and history. */
function scenesOfTable({ name, path }: TableDeclaration): Scene[] {
  const open = async (page: Page) => {
    await listed(page)
    await rows(page).first().getByRole('link').first().click()
    await pane(page).getByRole('button', { name: 'Save', exact: true }).waitFor()
  }
  return [
    scene(name, path, { after: listed }),
    scene(`${name}-create`, `${path}/create`, { after: save }),
    scene(`${name}-record`, path, { after: open }),
    scene(`${name}-history`, path, {
      after: async (page) => {
        await open(page)
        await pane(page)
          .getByRole('tab', { name: /^History/ })
          .click()
      },
    }),
  ]
}

/** The lookup tables, what they lack, and what is particular to each. */
export function tableScenes(): Scene[] {
  return [
    scene('lookup', LOOKUP, { after: listed }),
    scene('lookup-of-a-kind', `${LOOKUP}?f.kind=TENDER`, { after: selectTwo }),
    scene('lookup-map-several', `${LOOKUP}?f.kind=TENDER`, { only: 'wide', after: mapTwo }),
    scene('lookup-map-now', LOOKUP, {
      after: async (page) => {
        await listed(page)
        await rows(page).first().getByRole('link', { name: /^Map / }).click()
        await pane(page).waitFor()
      },
    }),
    scene('lookup-loading', LOOKUP, {
      before: async (page) => {
        await holdReplies(page, FIGURES)
        await holdReplies(page, GAPS)
      },
    }),
    scene('lookup-failed', LOOKUP, {
      before: async (page) => {
        await breakReplies(page, FIGURES)
        await breakReplies(page, GAPS)
      },
    }),
    scene('lookup-no-match', `${LOOKUP}?q=zzzz`),
    scene('lookup-auditor', LOOKUP, { who: 'auditor', after: listed }),
    scene('dashboard-mapping', '/operational_dashboard', {
      who: 'lookup',
      windowOnly: false,
      after: (page) => page.getByRole('region', { name: 'Mapping gaps' }).getByText('Tran codes').waitFor(),
    }),
    scene('terminal-zeros', '/lookup/shell_tid/create', {
      after: async (page) => {
        await pane(page).getByLabel('Terminal ID').fill('1234567')
        await pane(page).getByLabel('Terminal ID').press('Tab')
      },
    }),
    scene('terminal-move', '/lookup/shell_tid', { after: (page) => askToMove(page) }),
    scene('terminal-moves', '/lookup/shell_tid?f.previous_branch_code=!!', {
      after: async (page) => {
        await listed(page)
        await rows(page).first().getByRole('link').first().click()
        await pane(page).getByRole('tab', { name: 'Moves' }).click()
        await pane(page).getByText('→').first().waitFor()
      },
    }),
    scene('company-in-use', '/lookup/company_group?q=NLF', {
      after: async (page) => {
        await listed(page)
        await page.getByRole('button', { name: 'Actions of NLF' }).click()
        await page.getByRole('menuitem', { name: 'Deactivate' }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    }),
    scene('branch-places', '/glass/branch/create', {
      after: async (page) => {
        await choose(page, 'Region', 'Region III')
        await pane(page).getByRole('combobox', { name: 'Province', exact: true }).click()
        await page.getByRole('listbox').getByRole('option').first().waitFor()
      },
    }),
    scene('reversal', '/glass/transaction_code/create', {
      after: (page) => pane(page).getByLabel('Class').selectOption('REVERSAL'),
    }),
    ...TABLES.filter((table) => table !== tenders).flatMap(scenesOfTable),
  ]
}

async function selectTwo(page: Page): Promise<void> {
  await listed(page)
  if ((page.viewportSize()?.width ?? 0) > 640)
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
}

async function mapTwo(page: Page): Promise<void> {
  await listed(page)
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Map tenders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Map', exact: true }).click()
}

async function askToMove(page: Page): Promise<void> {
  await listed(page)
  await rows(page).first().getByRole('link').first().click()
  await pane(page).getByRole('combobox', { name: 'Branch', exact: true }).fill('0107')
  await page.getByRole('option', { name: /^0107 / }).click()
  await save(page)
  await page.getByRole('alertdialog').waitFor()
}
