import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLazyDialog } from './use-lazy.tsx'

let arrive: (text: string) => void
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  close = vi.fn()
})
afterEach(() => vi.useRealTimers())

const load = () =>
  new Promise<string>((resolve) => {
    arrive = resolve
  })

function Screen() {
  const [isOpen, setOpen] = useState(true)
  const dialog = useLazyDialog(load, isOpen, () => {
    close()
    setOpen(false)
  })
  return <main>{isOpen ? (dialog ?? 'Loading') : 'Closed'}</main>
}

test('a dialog that never arrives closes once after 20 seconds, and does not open later', async () => {
  const { rerender } = render(<Screen />)
  await act(() => vi.advanceTimersByTimeAsync(19_000))
  rerender(<Screen />)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('main').textContent).toBe('Closed')
  await act(async () => arrive('Dialog'))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('main').textContent).toBe('Closed')
  expect(close).toHaveBeenCalledOnce()
})
