import { type Review, type ReviewItem, reviewEndpoints } from '@backoffice/contract/reviews'
import { viewEndpoints } from '@backoffice/contract/views'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { ReviewScreen } from './review-screen.tsx'
import { storeReview } from './reviews-queries.ts'
import { ALMA, anItem, aReview, BENITO, TERESA } from './sample-review.ts'

const ROLE = anItem()
const AGENT = { id: '01900000-0000-7000-8000-0000000000d3', name: 'Inquiry agent' }

testServer()
const user = userEvent.setup()
let items: ReviewItem[]
let decisions: Call[]

beforeEach(() => {
  items = [ROLE]
  const page = { total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(viewEndpoints.list, () => ({ items: [] }))
  serve(reviewEndpoints.items, () => ({ ...page, items, total: items.length }))
  decisions = serve(reviewEndpoints.decide, () => ({ items: [] }))
})

async function open(found: Review = aReview()) {
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
const rowOf = async (name: string) => {
  const row = (await leadOf(name)).closest('tr')
  if (!row) throw new Error('The item has no row.')
  return row
}

test('finishing waits for the last decision, and then names what is removed', async () => {
  await open()
  const finish = await screen.findByRole('button', { name: 'Finish review' })
  expect(finish.getAttribute('aria-disabled')).toBe('true')
  await user.click(finish)
  await screen.findByText(/^3 items are undecided\. Decide them first/)
})

test('finishing shows who loses what, and a refusal stays in the dialog', async () => {
  const detail = 'Sign in again.'
  items = [{ ...ROLE, decision: 'REMOVE', reason: 'Left', replacement: AGENT }]
  const calls = serve(reviewEndpoints.finish, () => ({ refusal: { status: 409, code: 'stale', detail } }))
  await open(aReview({ counts: { total: 1, kept: 0, removed: 1, undecided: 0 } }))
  await user.click(await screen.findByRole('button', { name: 'Finish review' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const list = await dialog.findByRole('list', { name: 'Items to remove', hidden: true })
  expect(list.textContent).toBe('Benito Cruz loses role Access administrator, then has Inquiry agent')
  await user.click(dialog.getByRole('button', { name: 'Finish review', hidden: true }))
  await dialog.findByText(detail)
  expect(calls.map(({ body }) => body)).toEqual([{ version: 3 }])
})

test('items read before the end of the review are read again when it ends', async () => {
  const removed: ReviewItem = { ...ROLE, decision: 'REMOVE', reason: 'Left', replacement: AGENT }
  items = [removed]
  const applying = aReview({ status: 'APPLYING', counts: { total: 1, kept: 0, removed: 1, undecided: 0 } })
  await open(applying)
  expect((await rowOf('Benito Cruz')).textContent).not.toContain('Removed')
  items = [{ ...removed, outcome: 'REMOVED' }]
  act(() => void storeReview({ ...applying, status: 'FINISHED' }))
  await waitFor(async () => expect((await rowOf('Benito Cruz')).textContent).toContain('Removed'))
})

test('readers see decisions without controls', async () => {
  allowOnly(['Users'], ['review:view'])
  items = [{ ...ROLE, undecidable: 'not_reviewer', decision: 'KEEP', decided_by: TERESA }]
  await open(aReview({ may_decide: false, mine: 0 }))
  const row = await rowOf('Benito Cruz')
  expect(within(row).queryByRole('button', { name: 'Keep' })).toBeNull()
  expect(row.textContent).toContain('Keep')
  expect(screen.queryByRole('checkbox')).toBeNull()
  const finish = screen.getByRole('button', { name: 'Finish review' })
  expect(finish.getAttribute('data-denied')).toBe('true')
  ;(await leadOf('Benito Cruz')).focus()
  await user.keyboard('r')
  expect(screen.queryByRole('form')).toBeNull()
  expect(decisions).toHaveLength(0)
})

test('warns while fewer than two reviewers can decide', async () => {
  await open(
    aReview({
      reviewers: [
        { ...TERESA, can_decide: true },
        { ...ALMA, can_decide: false },
      ],
    }),
  )
  await screen.findByText('Only one reviewer can decide')
})

test('after the end each item has its outcome', async () => {
  const outcome_detail = 'Two administrators must remain.'
  items = [{ ...ROLE, decision: 'REMOVE', undecidable: 'not_open', outcome: 'NOT_POSSIBLE', outcome_detail }]
  await open(
    aReview({
      status: 'FINISHED',
      finished_at: '2026-11-30T16:00:00Z',
      may_decide: false,
      counts: { total: 9, kept: 0, removed: 1, undecided: 8 },
      outcomes: { kept: 8, removed: 0, gone: 0, not_possible: 1 },
    }),
  )
  await screen.findByText('Ended by its deadline: 8 undecided items were kept')
  const row = await rowOf('Benito Cruz')
  expect(row.textContent).toContain('Not possible')
  expect(row.textContent).toContain(outcome_detail)
  expect(screen.queryByRole('button', { name: 'Finish review' })).toBeNull()
  await expectAccessible(document.body)
})

test('evidence says how to verify it, and starts an export', async () => {
  const calls = serve(reviewEndpoints.evidence, () => ({ source_filekey: BENITO.id }))
  await open()
  // Served last, because the path of a review matches it too.
  serve(reviewEndpoints.evidenceKey, () => ({
    key: { public_key: '-----BEGIN PUBLIC KEY-----', fingerprint: '0123456789abcdef' },
  }))
  await user.click(await screen.findByRole('button', { name: 'Export evidence' }))
  await screen.findByText('0123456789abcdef')
  screen.getByText('npm run verify-evidence -- FILE --key evidence-key.pem')
  const download = screen.getByText('Download public key') as HTMLAnchorElement
  expect(download.download).toBe('evidence-key.pem')
  await waitFor(() => expect(download.href).toMatch(/^blob:/))
  await user.click(screen.getByRole('button', { name: 'Export CSV', hidden: true }))
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('the treatment of undecided access can only be softened after the start', async () => {
  serve(reviewEndpoints.preview, () => ({ items: 1, users: 1, reviewers: [TERESA, ALMA] }))
  await open(aReview({ undecided: 'KEEP' }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit review' }))
  const remove = dialog.getByRole<HTMLInputElement>('radio', { name: 'Removed when due', hidden: true })
  expect(remove.disabled).toBe(true)
})

test('an earlier due date leaves days to decide while undecided access is removed', async () => {
  serve(reviewEndpoints.preview, () => ({ items: 1, users: 1, reviewers: [TERESA, ALMA] }))
  const calls = serve(reviewEndpoints.update, () => aReview({ undecided: 'KEEP' }))
  const in20Days = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await open(aReview({ undecided: 'REMOVE', due_at: in20Days }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit review' }))
  const due = dialog.getByLabelText('Due date')
  await user.clear(due)
  await user.type(due, dayAfter(today(), 2))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save', hidden: true }))
  await save()
  await dialog.findByText('Choose a date at least 7 days from today: undecided access is removed then')
  await user.click(dialog.getByRole('radio', { name: 'Kept and reported', hidden: true }))
  await save()
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({ version: 3, due_on: dayAfter(today(), 2), undecided: 'KEEP' }),
  )
})
