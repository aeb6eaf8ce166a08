import { type Review, type ReviewItem, reviewEndpoints } from '@backoffice/contract/reviews'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import { type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { ReviewScreen } from './review-screen.tsx'
import { ALMA, anItem, aReview, BENITO, TERESA } from './sample-review.ts'

const LESS = { id: '01900000-0000-7000-8000-0000000000d4', name: 'Less' }
const OPERATIONS = { id: '01900000-0000-7000-8000-0000000000d2', name: 'Operations viewer' }
const ADMINISTRATOR = anItem({ needs_second: true })
/** A removal by another reviewer. */
const REMOVED = anItem({
  decision: 'REMOVE',
  reason: 'Left the team',
  replacement: OPERATIONS,
  decided_by: TERESA,
  decided_at: '2026-11-20T01:00:00Z',
  needs_second: true,
})

testServer()
const user = userEvent.setup()
let items: ReviewItem[]
let decisions: Call[]

beforeEach(() => {
  items = [ADMINISTRATOR]
  const page = { total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(viewEndpoints.list, () => ({ items: [] }))
  serve(reviewEndpoints.replacements, () => ({
    items: [OPERATIONS, LESS].map((each) => ({ ...each, description: null })),
  }))
  serve(reviewEndpoints.items, () => ({ ...page, items, total: items.length }))
  decisions = serve(reviewEndpoints.decide, ({ body }) => ({
    items: items.map((item) => {
      const decision = body.decision as ReviewItem['decision']
      const isSecond = decision === 'REMOVE' && item.decision === 'REMOVE'
      const row: ReviewItem = isSecond
        ? { ...item, version: item.version + 1, agreed_by: ALMA, agreed_reason: 'x', own_part: 'agreed' }
        : { ...item, version: item.version + 1, decision, decided_by: ALMA, own_part: 'decided' }
      return { id: item.id, outcome: 'done' as const, row }
    }),
  }))
})

async function open(fields: Partial<Review> = {}) {
  const found = aReview(fields)
  serve(reviewEndpoints.get, () => found)
  await show(`/reviews/${found.id}`, () => (
    <>
      <ReviewScreen id={found.id} />
      <Toasts />
    </>
  ))
  await screen.findByRole('heading', { level: 1, name: found.name })
}

const leadOf = async (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
async function focusBenito(): Promise<void> {
  ;(await leadOf('Benito Cruz')).focus()
}
const rowOf = async (name: string) => {
  const row = (await leadOf(name)).closest('tr')
  if (!row) throw new Error('The item has no row.')
  return row
}

test('a removal that needs a second reviewer says so before and after', async () => {
  await open()
  await focusBenito()
  await user.keyboard('r')
  const form = within(await screen.findByRole('form'))
  form.getByText(/if a second reviewer agrees: Benito Cruz has permissions that you don’t have/)
  await user.type(form.getByLabelText('Reason'), 'Left{Enter}')
  await waitFor(async () => expect((await rowOf('Benito Cruz')).textContent).toContain('1 of 2 reviewers'))
  expect((await rowOf('Benito Cruz')).textContent).toContain('benito.cruz@example.com')
})

test('the second reviewer agrees with two keys, and takes only that back', async () => {
  items = [REMOVED]
  await open()
  await focusBenito()
  await user.keyboard('r')
  const form = within(await screen.findByRole('form'))
  form.getByText('Teresa Villar decided to remove it. You agree as the second reviewer.')
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Reason')))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(decisions).toHaveLength(1))
  expect(decisions[0]?.body).toMatchObject({ decision: 'REMOVE', reason: 'Left the team' })
  await waitFor(async () => expect((await rowOf('Benito Cruz')).textContent).toContain('2 reviewers'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(decisions[1]?.body.decision).toBeNull())
})

test('a reviewer can replace the role chosen by the other reviewer with the default role', async () => {
  items = [{ ...REMOVED, replacement: LESS }]
  await open()
  await focusBenito()
  await user.keyboard('r')
  const form = within(await screen.findByRole('form'))
  await user.click(form.getByRole('combobox', { name: 'Replacement role' }))
  await user.click(await form.findByRole('option', { name: /^Operations viewer/ }))
  await user.type(form.getByLabelText('Reason'), '{Enter}')
  await waitFor(() => expect(decisions[0]?.body.replacement_role_id).toBe(OPERATIONS.id))
})

test('keeping what another reviewer removed asks for a reason, and has no undo', async () => {
  items = [REMOVED]
  await open()
  await focusBenito()
  await user.keyboard('k')
  const form = within(await screen.findByRole('form', { name: 'Keep Access administrator of Benito Cruz' }))
  form.getByText(/^This overturns the decision of Teresa Villar/)
  expect((form.getByLabelText('Reason') as HTMLInputElement).value).toBe('')
  await user.type(form.getByLabelText('Reason'), 'Needed{Enter}')
  await waitFor(() => expect(decisions[0]?.body).toMatchObject({ decision: 'KEEP', reason: 'Needed' }))
  await screen.findByText('Kept: Access administrator of Benito Cruz')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a decision of another reviewer to keep stays theirs', async () => {
  items = [anItem({ decision: 'KEEP', decided_by: TERESA })]
  await open()
  await user.click(within(await rowOf('Benito Cruz')).getByRole('button', { name: 'Keep' }))
  await screen.findByText(/^Teresa Villar already decided to keep it/)
  expect(decisions).toHaveLength(0)
})

test('several items are kept against other reviewers with one reason', async () => {
  items = [REMOVED]
  await open()
  await user.click(await screen.findByLabelText('Select Access administrator of Benito Cruz'))
  const ofBar = screen.getAllByRole('button', { name: 'Keep' }).find((each) => !each.dataset.decide)
  if (!ofBar) throw new Error('The bar has no button')
  await user.click(ofBar)
  const dialog = within(await screen.findByRole('dialog', { name: /^Keep / }))
  dialog.getByText(/This overturns a decision of another reviewer/)
  await user.type(dialog.getByLabelText('Reason'), 'Needed{Enter}')
  await waitFor(() => expect(decisions[0]?.body).toMatchObject({ decision: 'KEEP', reason: 'Needed' }))
})

test('the details name both reviewers and overturned decisions', async () => {
  items = [
    {
      ...REMOVED,
      agreed_by: ALMA,
      agreed_at: '2026-11-21T01:00:00Z',
      agreed_reason: 'Confirmed',
      own_part: 'agreed',
      overturned: [
        {
          decision: 'KEEP',
          reason: null,
          decided_by: BENITO.name,
          agreed_by: null,
          overturned_by: TERESA.name,
          overturned_at: '2026-11-20T01:00:00Z',
          overturned_reason: 'Left the team',
        },
      ],
    },
  ]
  await open()
  await user.click(await leadOf('Benito Cruz'))
  await screen.findByText(/^Alma Dizon, .*: Confirmed$/)
  await screen.findByText(/^Keep by Benito Cruz\. Overturned by Teresa Villar, .*: Left the team$/)
  await expectAccessible(document.body)
})

test('a user who made all removals cannot finish the review, and sees why', async () => {
  await open({ counts: { total: 1, kept: 0, removed: 1, undecided: 0 }, made_all_removals: true })
  const finish = await screen.findByRole('button', { name: 'Finish review' })
  expect(finish.getAttribute('aria-disabled')).toBe('true')
  await user.click(finish)
  await screen.findByText(
    /^You alone decided all removals\. Another user who manages reviews finishes this one/,
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
