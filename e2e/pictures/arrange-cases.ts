import type { Page } from '@playwright/test'
import { aCase, aTypedPurchase, inquire } from '../tests/case-records.ts'
import { callApi } from '../tests/import-page.ts'
import { readSession } from '../tests/session-storage.ts'

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
