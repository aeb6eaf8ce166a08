import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../kit/feedback/toasts.tsx'
import { clearNotifications } from '../kit/notifications/notifications.ts'
import { expectAccessible } from '../testing/axe.ts'
import { Section } from './sections/70-feedback.tsx'

const DENIED = 'User is not auhorized to perform this action.'
const NOT_SAVED = 'The tender could not be saved. Try again.'

let user: ReturnType<typeof userEvent.setup>
const press = (name: string) => user.click(screen.getByText(name, { selector: 'button' }))
const bell = () => screen.getByLabelText(/^Notifications/, { selector: 'button' })
const panel = () => screen.getByLabelText('Notifications', { selector: '[role=dialog]' })
const entries = () => [...panel().querySelectorAll('li')].map(({ textContent }) => textContent)
/** Toasts that announce a text. A closed one loses its role at once, and then fades and folds up. */
const toasts = (role: 'alert' | 'status', text: string) =>
  [...document.querySelectorAll<HTMLElement>(`.Toastify__toast[role=${role}]`)].filter(({ textContent }) =>
    textContent?.startsWith(text),
  )
const expectToast = (role: 'alert' | 'status', text: string) =>
  waitFor(() => expect(toasts(role, text)).toHaveLength(1))

beforeEach(() => {
  clearNotifications()
  user = userEvent.setup()
  render(
    <>
      <Section />
      <Toasts />
    </>,
  )
})
test('equal toasts are shown once and counted in the list', async () => {
  for (let time = 0; time < 3; time += 1) await press('Error, 5 s')
  await expectToast('alert', NOT_SAVED)
  expect(bell().getAttribute('aria-label')).toBe('Notifications, 1 new')
  await user.click(bell())
  await waitFor(() => expect(entries()).toEqual([expect.stringMatching(`^${NOT_SAVED}Failed3 times`)]))
})

test('a refused click is a toast and no notification', async () => {
  await press('Not allowed, 3 s')
  await expectToast('alert', DENIED)
  expect(bell().getAttribute('aria-label')).toBe('Notifications')
})

test('a click closes a toast; Undo reverts once, however often the action was repeated', async () => {
  await press('Error, 5 s')
  await expectToast('alert', NOT_SAVED)
  for (const toast of toasts('alert', NOT_SAVED)) await user.click(toast)
  await waitFor(() => expect(toasts('alert', NOT_SAVED)).toEqual([]))
  await press('With undo, 5 s')
  await press('With undo, 5 s')
  await expectToast('status', 'Tender 0412 deleted.')
  screen.getByText('Undo').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(toasts('status', 'Tender 0412 deleted.')).toEqual([]))
  await expectToast('status', 'Tender 0412 restored.')
})

test('notifications: newest first, card numbers masked, read when opened, cleared by hand', async () => {
  await press('Success, 1 s')
  await press('Error with a card')
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications, 2 new'))
  bell().focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(panel())
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications'))
  await waitFor(() =>
    expect(entries()).toEqual([
      expect.stringMatching(/^Card ••••0011 was not found\.Failed/),
      expect.stringMatching(/^Tender 0412 saved\.Done/),
    ]),
  )
  await expectAccessible(panel())
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Clear all')
  await user.keyboard('{Enter}')
  expect(within(panel()).getByText('No notifications')).toBeDefined()
  expect(document.activeElement).toBe(panel())
  expect(sessionStorage.getItem('notifications')).toBeNull()
})
