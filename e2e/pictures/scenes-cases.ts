import type { Page } from '@playwright/test'
import { CASE_CARD } from '../tests/case-records.ts'
import type { Arrangement } from './arrange.ts'
import { button, click, fail, fill, hold, press, type Scene, see, seeRole, steps } from './steps.ts'

const CASES = '/cases?f.view=OPEN'
const LIST = '**/operations/cases/list'
const listed = (page: Page) => page.locator('tbody tr[data-id]').first().waitFor()
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()

/** Selects rows in the table; cards have no checkboxes. */
const selectRows = async (page: Page) => {
  await listed(page)
  const boxes = page.locator('tbody').getByRole('checkbox')
  for (const at of [1, 3]) if (await boxes.nth(at).isVisible()) await boxes.nth(at).check()
}

const typeMention = async (page: Page) => {
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Branch confirmed the receipt. ')
  await note.pressSequentially('@')
  await page.getByRole('listbox').waitFor()
}

const lookUp = steps(
  fill({ 'Card number': CASE_CARD, 'Ticket number': 'OPS-20455' }),
  press('Look up card'),
  seeRole('group', 'Purchases'),
)

/** Scenes of the list, of a case next to it, and of the form that opens one. */
export const caseScenes = (made: Arrangement): Scene[] => [
  ['cases', 'supervisor', CASES, listed],
  ['cases-templates', 'supervisor', CASES, listed, press('Reply templates'), seeRole('dialog')],
  ['cases-first', 'supervisor', '/cases', listed],
  ['cases-selected', 'supervisor', CASES, selectRows],
  ['cases-post', 'supervisor', CASES, 'wide', selectRows, press('Send to posting'), seeRole('dialog')],
  [
    'cases-post-whole',
    'supervisor',
    CASES,
    'wide',
    selectRows,
    press('Send to posting'),
    click('radio', 'Whole numbers'),
    see('Ticket number'),
  ],
  ['cases-closed', 'supervisor', '/cases?f.view=CLOSED', listed],
  ['cases-empty', 'supervisor', '/cases?f.view=OVERDUE', see('No overdue cases')],
  ['cases-no-match', 'supervisor', `${CASES}&q=zzz`, see('No case matches')],
  ['cases-loading', 'supervisor', CASES, hold(LIST)],
  ['cases-failed', 'supervisor', CASES, fail(LIST), seeRole('button', 'Try again')],
  ['cases-auditor', 'auditor', made.lateCase, see('Live, checked at')],
  ['case', 'supervisor', made.lateCase, see('Live, checked at')],
  ['case-mention', 'supervisor', made.lateCase, see('Live, checked at'), typeMention],
  ['case-transactions', 'supervisor', made.lateCase, tab(/^Transactions/)],
  [
    'case-add-purchases',
    'supervisor',
    made.otherCase,
    tab(/^Transactions/),
    press('Add purchases'),
    press('Look up purchases'),
    seeRole('group', 'Purchases'),
  ],
  ['case-notes', 'supervisor', made.lateCase, tab(/^Notes/)],
  ['case-history', 'supervisor', made.lateCase, tab(/^History/)],
  ['case-edit', 'supervisor', `${made.lateCase}?tab=edit`, seeRole('button', 'Save')],
  ['case-reveal', 'supervisor', made.lateCase, press('Reveal')],
  ['case-assign', 'supervisor', made.lateCase, press('Assign'), seeRole('dialog')],
  ['case-resolve', 'supervisor', made.lateCase, press('Resolve…'), seeRole('dialog')],
  ['case-missing', 'supervisor', '/cases/C-999999', see('does not exist')],
  ['case-loading', 'supervisor', made.lateCase, hold('**/operations/cases/C-*')],
  ['case-create', 'agent', '/cases/create', seeRole('button', 'Look up card')],
  ['case-create-refused', 'agent', '/cases/create', press('Look up card')],
  ['case-create-card', 'agent', '/cases/create', lookUp],
  ['case-create-assign', 'supervisor', '/cases/create', lookUp],
  [
    'case-create-missing',
    'agent',
    '/cases/create',
    lookUp,
    press('Add a missing purchase'),
    seeRole('dialog'),
    (page) => button(page, 'Add').click(),
  ],
]
