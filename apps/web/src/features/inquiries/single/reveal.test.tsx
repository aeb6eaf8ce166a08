import { cardEndpoints } from '@backoffice/contract/cards'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../session/store.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { Result } from './result.tsx'
import { aResult } from './sample-result.ts'

const NUMBER = '9990000000000029'
const FULL: ReturnType<typeof quota> & { card_number: string } = { card_number: NUMBER, ...quota(4) }

function quota(used: number) {
  return { used, quota: 1_000 }
}

const button = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' })
const shown = () => document.body.textContent?.replace(/\s/g, '').includes(NUMBER)
const user = userEvent.setup()

const open = () => show('/', () => <Result result={aResult()} isPast isOutdated={false} />)

async function reveal() {
  await user.click(button('Reveal'))
  await user.click(button('Reveal for 30 s'))
}

async function openRevealed() {
  await open()
  await reveal()
  await waitFor(() => expect(shown()).toBe(true))
}

testServer()
beforeEach(() => {
  serve(cardEndpoints.revealQuota, () => quota(3))
  serve(cardEndpoints.reveal, () => FULL)
  serve(cardEndpoints.timeline, () => ({ items: [], total: 0 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a number is revealed with the reason and ticket of its inquiry, and counted', async () => {
  const calls = serve(cardEndpoints.reveal, () => FULL)
  await open()
  await user.click(button('Reveal'))
  expect(screen.getByLabelText<HTMLSelectElement>('Reason').value).toBe('FRAUD_REVIEW')
  expect(screen.getByLabelText<HTMLInputElement>('Ticket number').value).toBe('OPS-29')
  expect(await screen.findByText('Recorded with your name. 3 of 1000 used today.')).toBeDefined()
  await user.click(button('Reveal for 30 s'))
  await waitFor(() => expect(shown()).toBe(true))
  const [card] = aResult().cards
  expect(calls.map(({ body }) => body)).toEqual([
    { card_id: card?.card_id, reason: 'FRAUD_REVIEW', ticket_no: 'OPS-29' },
  ])
})

test('a number is masked after 30 seconds, which are counted down', async () => {
  await open()
  await user.click(button('Reveal'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(button('Reveal for 30 s'))
  await waitFor(() => expect(shown()).toBe(true))
  const left = () => Number(/^masked in (\d+) s$/.exec(screen.getByRole('timer').textContent ?? '')?.[1])
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(left()).toBeGreaterThan(15)
  expect(left()).toBeLessThanOrEqual(21)
  await act(() => vi.advanceTimersByTimeAsync(22_000))
  expect(shown()).toBe(false)
  expect(button('Reveal')).toBeDefined()
})

test.each<[string, () => unknown]>([
  [
    'is hidden',
    () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
  ['is frozen', () => dispatchEvent(new Event('pagehide'))],
  ['is printed', () => dispatchEvent(new Event('beforeprint'))],
  ['locks', () => act(() => useSession.setState({ lock: 'idle' }))],
  ['loses its session', () => act(() => useSession.setState({ end: 'expired' }))],
])('a number is masked in the task in which its page %s', async (_, leave) => {
  await openRevealed()
  leave()
  expect(shown()).toBe(false)
})

test('a number is masked by its button, and one that arrives at a locked page is not shown', async () => {
  await openRevealed()
  await user.click(button('Mask'))
  expect(shown()).toBe(false)
  act(() => useSession.setState({ lock: 'idle' }))
  await reveal()
  await waitFor(() => expect(screen.queryByText('Reveal for 30 s')).toBeNull())
  expect(shown()).toBe(false)
})

test('at the quota the number stays masked and the refusal is shown', async () => {
  serve(cardEndpoints.reveal, () => ({
    refusal: { status: 429, code: 'reveal_quota_used', detail: 'You have revealed 20 card numbers.' },
  }))
  await open()
  await reveal()
  expect((await screen.findByRole('alert')).textContent).toContain('You have revealed 20 card numbers.')
  expect(shown()).toBe(false)
})

test('without card:unmask the button asks for nothing', async () => {
  allowOnly(['SMAC Inquiry'], ['inquiry:run'])
  await open()
  expect(button('Reveal').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Reveal'))
  expect(screen.queryByLabelText('Reason')).toBeNull()
})
