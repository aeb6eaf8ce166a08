import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startIdleLock } from '../../session/idle-lock.ts'
import { markActive, useSession } from '../../session/store.ts'
import { testServer } from '../../testing/screen.tsx'
import { Banners } from './banners.tsx'

const LIMIT_MS = 900_000
const TITLE = 'Your screen locks in a minute.'

testServer()

let isStarted = false

beforeEach(() => {
  vi.useFakeTimers()
  const { auth } = useSession.getState()
  useSession.setState({
    isAuthenticated: true,
    auth: { ...auth, token: 'token', userDetails: { ...auth.userDetails, email: 'maria@backoffice.test' } },
  })
  const { isAuthenticated, auth: signedIn } = useSession.getState()
  const stored = { state: { isAuthenticated, auth: signedIn }, version: 0, activeAtMs: Date.now() }
  localStorage.setItem('auth', JSON.stringify(stored))
  // Its listeners stay for the life of a page.
  if (!isStarted) startIdleLock(LIMIT_MS)
  isStarted = true
  markActive(Date.now())
  act(() => void dispatchEvent(new Event('focus')))
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const isLocked = () => useSession.getState().lock !== undefined

test('a banner warns a minute before the screen locks', () => {
  render(<Banners />)
  wait(LIMIT_MS - 60_001)
  expect(screen.queryByText(TITLE)).toBeNull()
  wait(1)
  expect(screen.getByRole('status').textContent).toContain(TITLE)
  expect(isLocked()).toBe(false)
  wait(60_000)
  expect(isLocked()).toBe(true)
  expect(screen.queryByText(TITLE)).toBeNull()
})

test.each(['keydown', 'pointermove'])('%s cancels the lock, and the full time starts over', (type) => {
  render(<Banners />)
  wait(LIMIT_MS - 30_000)
  screen.getByText(TITLE)
  act(() => void dispatchEvent(new Event(type)))
  expect(screen.queryByText(TITLE)).toBeNull()
  wait(LIMIT_MS - 60_001)
  expect(screen.queryByText(TITLE)).toBeNull()
  wait(1)
  screen.getByText(TITLE)
  expect(isLocked()).toBe(false)
})

test('input in another tab cancels the lock', () => {
  render(<Banners />)
  wait(LIMIT_MS - 30_000)
  screen.getByText(TITLE)
  markActive(Date.now())
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'auth' })))
  expect(screen.queryByText(TITLE)).toBeNull()
})

test('“Stay signed in” cancels the lock by its press', () => {
  render(<Banners />)
  wait(LIMIT_MS - 30_000)
  fireEvent.pointerDown(screen.getByText('Stay signed in'))
  expect(screen.queryByText(TITLE)).toBeNull()
  wait(60_000)
  expect(isLocked()).toBe(false)
})
