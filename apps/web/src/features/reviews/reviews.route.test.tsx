import { reviewEndpoints } from '@backoffice/contract/reviews'
import { userEndpoints } from '@backoffice/contract/users'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, screenOf, serve, show, testServer } from '../../testing/screen.tsx'
import { Route } from './reviews.route.tsx'
import { ALMA, aReview, TERESA } from './sample-review.ts'

const ReviewsScreen = screenOf(Route)

const OPEN = aReview({ counts: { total: 26, kept: 15, removed: 3, undecided: 8 }, mine: 8 })
const ROLE_ID = '01900000-0000-7000-8000-0000000000d1'

testServer()
const user = userEvent.setup()
let previews: Call[]

beforeEach(() => {
  const page = { total: 1, total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(viewEndpoints.list, () => ({ items: [] }))
  serve(reviewEndpoints.list, () => ({ ...page, items: [OPEN] }))
  serve(userEndpoints.roleOptions, () => ({
    items: [{ id: ROLE_ID, name: 'Auditor', description: null, is_system: true, exceeds: null }] as never,
  }))
  previews = serve(reviewEndpoints.preview, ({ body }) => ({
    items: body.scope === 'ROLE' ? 2 : 26,
    users: body.scope === 'ROLE' ? 2 : 14,
  }))
  serve(reviewEndpoints.reviewers, () => ({
    items: [TERESA, ALMA].map((each) => ({ ...each, email: `${each.name.split(' ')[0]}@example.com` })),
  }))
})

const open = () =>
  show('/reviews', () => (
    <>
      <ReviewsScreen />
      <Toasts />
    </>
  ))

async function openForm() {
  await open()
  await user.click(await screen.findByRole('button', { name: 'Start review' }))
  return within(await screen.findByRole('dialog', { name: 'Start review' }))
}

test('a review shows its progress, due date and what waits for the user', async () => {
  await open()
  const row = (await screen.findByRole('link', { name: OPEN.name })).closest('tr')
  expect(row?.textContent).toContain('18 of 26 decided')
  expect(row?.textContent).toContain('30 Nov 2099')
  expect(row?.textContent).toContain('In progress')
  await expectAccessible(document.body)
})

test('starting shows the number of items, and proposes a name until one is typed', async () => {
  const form = await openForm()
  await form.findByText('26 items of 14 users, as access is now.')
  const name = form.getByLabelText('Name') as HTMLInputElement
  expect(name.value).toMatch(/: High-risk access$/)
  await user.selectOptions(form.getByLabelText('Scope'), 'A role')
  await user.selectOptions(await form.findByLabelText('Role'), 'Auditor')
  await form.findByText('2 items of 2 users, as access is now.')
  expect(previews.at(-1)?.body).toEqual({ scope: 'ROLE', role_id: ROLE_ID })
  expect(name.value).toMatch(/: Auditor$/)
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.selectOptions(form.getByLabelText('Scope'), 'All users')
  expect(name.value).toBe('Mine')
})

test('errors are at their fields, and the review opens after its start', async () => {
  const message = 'The review would have no items.'
  let isRefused = true
  const calls = serve(reviewEndpoints.start, () =>
    isRefused
      ? {
          refusal: {
            status: 422,
            code: 'invalid',
            detail: 'Some values are invalid.',
            errors: [{ field: 'body.scope', code: 'empty', message }],
          },
        }
      : OPEN,
  )
  const path = await open().then((read) => read)
  await user.click(await screen.findByRole('button', { name: 'Start review' }))
  const form = within(await screen.findByRole('dialog', { name: 'Start review' }))
  const submit = () => user.click(form.getByRole('button', { name: 'Start review', hidden: true }))
  await submit()
  await form.findByText('Select Reviewers')
  const reviewers = form.getByRole('combobox', { name: 'Reviewers', hidden: true })
  expect(document.activeElement).toBe(reviewers)
  // The list would cover the message.
  expect(reviewers.getAttribute('aria-expanded')).toBe('false')
  for (const each of [TERESA, ALMA]) {
    if (each === ALMA) {
      await submit()
      await form.findByText('Choose at least 2 reviewers: no one decides about their own access')
    }
    await user.type(form.getByRole('combobox', { name: 'Reviewers', hidden: true }), each.name)
    await user.click(
      await form.findByRole('option', { name: new RegExp(`${each.name}.*@example.com`), hidden: true }),
    )
  }
  await submit()
  await form.findByText(message)
  isRefused = false
  await user.selectOptions(form.getByLabelText('Scope'), 'All users')
  await user.click(form.getByRole('radio', { name: 'Removed when due' }))
  await submit()
  await waitFor(() => expect(path()).toBe(`/reviews/${OPEN.id}`))
  expect(calls.at(-1)?.body).toMatchObject({
    scope: 'ALL',
    undecided: 'REMOVE',
    reviewers: [TERESA.id, ALMA.id],
  })
})

test('a reviewer who sees only own reviews cannot start one', async () => {
  allowOnly(['Users'], ['review:decide'])
  await open()
  const start = await screen.findByRole('button', { name: 'Start review' })
  expect(start.getAttribute('data-denied')).toBe('true')
})
