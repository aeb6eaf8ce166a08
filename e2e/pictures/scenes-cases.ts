import type { Page } from '@playwright/test'
import { aCase, aTypedPurchase, CASE_CARD, inquire } from '../tests/case-records.ts'
import { callApi } from '../tests/import-page.ts'
import { readSession } from '../tests/session-storage.ts'
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

type Person = { id: string; name: string }

/** Opens cases in every state. `late`: with purchases of the demo, and notes. `other`: of the same card. */
export async function arrangeCases(page: Page) {
  const { cards, items } = await inquire(page)
  const pending = items.filter(({ status }) => status === 'PENDING').slice(0, 2)
  const posted = items.filter(({ status, tran_class }) => status === 'POSTED' && tran_class === 'EARN')
  const [own, ...others] = await listPeople(page)
  const other = others[0] ?? own
  const purchases = [...pending, ...posted.slice(0, 1)].map(({ transaction_id }) => transaction_id)
  const late = await aCase(page, {
    kind: 'LATE_POINTS',
    ticket_no: 'OPS-20431',
    card_id: cards[0]?.card_id,
    typed: [],
    transaction_ids: purchases,
    assignee_id: own?.id,
  })
  await callApi(page, `/cases/${late.id}/notes`, {
    text: 'The batch of 19 Oct is posted. The one of 20 Oct never reached us.',
  })
  await callApi(page, `/cases/${late.id}/notes`, {
    text: `Branch confirmed the receipt. @${other?.name} can you check its batch?`,
    mentions: [other?.id],
  })
  const kinds = ['MISSING_TRANSACTION', 'WRONG_POINTS', 'OTHER', 'MISSING_TRANSACTION'] as const
  const numbers: string[] = []
  for (const [at, business_date] of [
    '2026-10-05',
    '2026-10-30',
    '2026-11-04',
    '2026-11-09',
    '2026-11-12',
    '2026-11-17',
    '2026-11-20',
    '2026-11-23',
  ].entries()) {
    const typed = [
      aTypedPurchase({ business_date, amount: 50_000 * (at + 1), points_expected: 250 * (at + 1) }),
    ]
    const made = await aCase(page, {
      kind: kinds[at % kinds.length],
      ticket_no: `OPS-204${10 + at}`,
      typed,
      assignee_id: at % 3 === 0 ? null : at % 3 === 1 ? own?.id : other?.id,
    })
    numbers.push(made.case_no)
    const selected = [{ id: made.id, version: made.version }]
    if (at % 4 === 1) await callApi(page, '/cases/mark-sent', { items: selected })
    if (at === 6) await callApi(page, '/cases/resolve', { items: selected, resolution: 'CORRECTED' })
    if (at === 7)
      await callApi(page, '/cases/reject', { items: selected, reason: 'The receipt is of another member.' })
  }
  return { lateCase: `/cases/${late.case_no}`, otherCase: `/cases/${numbers[0]}` }
}

async function listPeople(page: Page): Promise<Person[]> {
  const { token } = (await readSession(page)).auth
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.get('/api/operations/cases/people', { headers })
  return (await response.json()).resource.items
}
