import { type Review, type ReviewItem, reviewEndpoints } from '@backoffice/contract/reviews'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { PageShortcuts } from '../../kit/shell/page-shortcuts.tsx'
import { openSheet } from '../../kit/shortcuts/shortcuts.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { type Call, serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { ReviewScreen } from './review-screen.tsx'
import { ALMA, anItem, aReview, BENITO, TERESA, usedRecently } from './sample-review.ts'

const ROLE = anItem()
const POLICY = anItem({
  id: '01900000-0000-7000-8000-000000000002',
  user: { ...ROLE.user, ...TERESA, department: 'Internal audit', is_dormant: true },
  grant: { kind: 'policy', id: BENITO.id, name: 'Card reveal', until: '2026-11-30T04:00:00Z' },
  permissions: ['card:unmask'],
  last_used_on: '2026-11-20',
  conflicts: [['approval:manage', 'approval:decide']],
})
const OWN = anItem({
  id: '01900000-0000-7000-8000-000000000003',
  user: { ...ROLE.user, ...ALMA },
  undecidable: 'own',
})
const OPERATIONS = {
  id: '01900000-0000-7000-8000-0000000000d2',
  name: 'Operations viewer',
  description: null,
}
const AGENT = {
  id: '01900000-0000-7000-8000-0000000000d3',
  name: 'Inquiry agent',
  description: 'Runs inquiries',
}

testServer()
const user = userEvent.setup()
let items: ReviewItem[]
let lists: Call[]
let decisions: Call[]

beforeEach(() => {
  items = [ROLE, POLICY, OWN]
  serve(viewEndpoints.list, () => ({ items: [] }))
  serve(reviewEndpoints.replacements, () => ({ items: [OPERATIONS, AGENT] }))
  lists = serve(reviewEndpoints.items, () => ({
    items,
    total: items.length,
    total_estimated: false,
    page: 1,
    page_size: 25,
    next: null,
    previous: null,
  }))
  decisions = serve(reviewEndpoints.decide, ({ body }) => ({
    items: (body.items as { id: string; version: number }[]).map(({ id, version }) => {
      const row = items.find((item) => item.id === id) ?? ROLE
      const decided = {
        ...row,
        version: version + 1,
        decision: body.decision as ReviewItem['decision'],
        reason: (body.reason as string | undefined) ?? null,
      }
      return { id, outcome: 'done' as const, row: decided }
    }),
  }))
})

async function open(found: Review = aReview(), path = `/reviews/${found.id}`) {
  serve(reviewEndpoints.get, () => found)
  await show(path, () => (
    <>
      <ReviewScreen id={found.id} />
      <Toasts />
      <PageShortcuts />
    </>
  ))
  await screen.findByRole('heading', { level: 1, name: found.name })
}

const rowOf = async (name: string) => {
  const row = (await screen.findByRole('button', { name: new RegExp(`^${name}`) })).closest('tr')
  if (!row) throw new Error('The item has no row.')
  return row
}
const leadOf = async (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const pressed = (row: HTMLElement, name: string) =>
  within(row).getByRole('button', { name }).getAttribute('aria-pressed')

test('shows progress, access, use and origin of each item', async () => {
  await open(aReview({ counts: { total: 26, kept: 15, removed: 3, undecided: 8 } }))
  screen.getByText('18 of 26 decided')
  screen.getByText('15 kept, 3 removed, 8 left')
  const row = await rowOf('Benito Cruz')
  expect(row.textContent).toContain('Role Access administrator')
  expect(row.textContent).toContain('user:delete and 1 more')
  expect(row.textContent).toContain('Never')
  expect(row.textContent).toContain('Teresa Villar, 3 Nov 2025')
  expect(row.textContent).toContain('3 of 240 users have it')
  const policy = await rowOf('Teresa Villar')
  expect(policy.textContent).toContain('Policy Card reveal, until 30 Nov')
  expect(policy.textContent).toContain('Dormant, Conflicting')
  await user.click(await leadOf('Teresa Villar'))
  await screen.findByText(/can both change approval rules and/i)
  await expectAccessible(document.body)
})

test('keeps the focused row by a key, and undoes it with the new version', async () => {
  await open()
  const lead = await leadOf('Benito Cruz')
  lead.focus()
  await user.keyboard('k')
  const row = await rowOf('Benito Cruz')
  await waitFor(() => expect(pressed(row, 'Keep')).toBe('true'))
  expect(document.activeElement).toBe(await leadOf('Benito Cruz'))
  expect(decisions.at(-1)?.body).toEqual({ items: [{ id: ROLE.id, version: 1 }], decision: 'KEEP' })
  // A second press does not take it back.
  await user.keyboard('k')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(pressed(row, 'Keep')).toBe('false'))
  expect(decisions.map(({ body }) => body).slice(1)).toEqual([
    { items: [{ id: ROLE.id, version: 2 }], decision: null },
  ])
})

test('the sheet lists the keys of a row, which take the place of those of the table', async () => {
  await open()
  await rowOf('Benito Cruz')
  openSheet()
  const sheet = within(await screen.findByRole('dialog', { name: 'Shortcuts' }))
  const keysOf = (label: string) => sheet.getByText(label).closest('div')?.querySelector('dd')?.textContent
  expect([keysOf('Keep the access'), keysOf('Remove the access')]).toEqual(['k', 'r'])
  expect(keysOf('Previous row')).not.toMatch(/k/i)
  openSheet(false)
})

test('removes by keyboard with a reason and a replacement, and goes on with the next row', async () => {
  await open()
  ;(await leadOf('Benito Cruz')).focus()
  await user.keyboard('r')
  const form = within(await screen.findByRole('form', { name: 'Remove Access administrator of Benito Cruz' }))
  const reason = form.getByLabelText('Reason')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  await user.keyboard('{Enter}')
  await form.findByText('Enter Reason')
  expect(decisions).toHaveLength(0)
  await user.click(form.getByRole('combobox', { name: 'Replacement role' }))
  await user.click(await form.findByRole('option', { name: /^Inquiry agent.*Runs inquiries/ }))
  await user.type(reason, 'Left the desk{Enter}')
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(decisions.at(-1)?.body).toEqual({
    items: [{ id: ROLE.id, version: 1 }],
    decision: 'REMOVE',
    reason: 'Left the desk',
    replacement_role_id: AGENT.id,
  })
  expect(document.activeElement).toBe(await leadOf('Benito Cruz'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await leadOf('Teresa Villar'))
})

test('the default replacement is chosen by the server, and a policy has none', async () => {
  await open()
  await user.click(within(await rowOf('Benito Cruz')).getByRole('button', { name: 'Remove' }))
  const form = within(await screen.findByRole('form'))
  form.getByDisplayValue('Operations viewer')
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Reason')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  await user.click(within(await rowOf('Teresa Villar')).getByRole('button', { name: 'Remove' }))
  const other = within(await screen.findByRole('form'))
  expect(other.queryByLabelText('Replacement role')).toBeNull()
  await user.type(other.getByLabelText('Reason'), 'Moved{Enter}')
  await waitFor(() => expect(decisions).toHaveLength(1))
  expect(decisions[0]?.body).toEqual({
    items: [{ id: POLICY.id, version: 1 }],
    decision: 'REMOVE',
    reason: 'Moved',
  })
})

test('a refusal keeps what was typed', async () => {
  const detail = 'Another reviewer decided this item.'
  serve(reviewEndpoints.decide, () => ({ items: [{ id: POLICY.id, outcome: 'refused' as const, detail }] }))
  await open()
  await user.click(within(await rowOf('Teresa Villar')).getByRole('button', { name: 'Remove' }))
  const form = within(await screen.findByRole('form'))
  await user.type(form.getByLabelText('Reason'), 'Moved{Enter}')
  await form.findByText(detail)
  expect((form.getByLabelText('Reason') as HTMLInputElement).value).toBe('Moved')
})

test('pressing the chosen decision takes it back', async () => {
  items = [{ ...ROLE, decision: 'KEEP', own_part: 'decided' }]
  await open()
  const row = await rowOf('Benito Cruz')
  await user.click(within(row).getByRole('button', { name: 'Keep' }))
  await waitFor(() => expect(decisions[0]?.body.decision).toBeNull())
})

test('own access names the other reviewers instead of a control', async () => {
  await open()
  const row = await rowOf('Alma Dizon')
  expect(within(row).queryByRole('button', { name: 'Keep' })).toBeNull()
  expect(within(row).queryByRole('checkbox')).toBeNull()
  expect(row.textContent).toContain('Teresa Villar decides')
})

test('several items are removed with one reason, and refused ones are named', async () => {
  serve(reviewEndpoints.decide, ({ body }) => {
    decisions.push({ path: '', body, headers: new Headers() })
    return {
      items: [
        { id: ROLE.id, outcome: 'done' as const, row: { ...ROLE, version: 2, decision: 'REMOVE' as const } },
        { id: POLICY.id, outcome: 'refused' as const, detail: 'It has changed.' },
      ],
    }
  })
  await open()
  for (const name of ['Access administrator of Benito Cruz', 'Card reveal of Teresa Villar'])
    await user.click(await screen.findByLabelText(`Select ${name}`))
  await user.click(screen.getByRole('button', { name: 'Remove…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 items?' }))
  await user.type(dialog.getByLabelText('Reason'), 'Reorganised{Enter}')
  const outcomes = await screen.findByRole('dialog', { name: '1 of 2 items was not decided' })
  expect(outcomes.textContent).toContain('Card reveal of Teresa Villar')
  expect(decisions[0]?.body.reason).toBe('Reorganised')
})

test('keeps those that were used recently, by the items that are shown', async () => {
  const calls = serve(reviewEndpoints.keepUsed, () => aReview({ used_recently: usedRecently(0) }))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Keep 1 used in the last 30 days' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ used_recently: usedRecently(1) }]))
})

test('a chip filters by decision and keeps the search', async () => {
  const found = aReview()
  await open(found, `/reviews/${found.id}?q=card`)
  await user.click(await screen.findByRole('button', { name: 'Undecided 3' }))
  await waitFor(() =>
    expect(lists.at(-1)?.body).toMatchObject({
      search: 'card',
      filters: { decision: { in: ['UNDECIDED'] } },
    }),
  )
  expect(shownAddress()).toContain('f.decision=UNDECIDED')
})

test('opens a review whose states only a newer release knows', async () => {
  items = [anItem({ decision: 'REDUCE' as never, outcome: 'REDUCED' as never })]
  await open(aReview({ scope: 'TEAM' as never, undecided: 'ASK' as never, status: 'PAUSED' as never }))
  await waitFor(() => expect(screen.getAllByText('Newer release').length).toBeGreaterThan(2))
})
