import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { INITIAL } from '../../session/session-state.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { DENIED } from '../feedback/toast.ts'
import { Toasts } from '../feedback/toasts.tsx'
import { PermissionGate } from './permission-gate.tsx'

const run = vi.fn()

function show(modules: string[], policies: string[]): void {
  useSession.setState(({ auth }) => ({
    auth: { ...auth, userDetails: { ...auth.userDetails, modules, policies } },
  }))
  render(
    <>
      <PermissionGate permission="file:upload">
        <Button onClick={run}>Upload file</Button>
      </PermissionGate>
      <PermissionGate permission="file:upload">
        <a href="#elsewhere">Elsewhere</a>
      </PermissionGate>
      <Toasts />
    </>,
  )
}

const button = () => screen.getByText('Upload file')

afterEach(() => {
  cleanup()
  run.mockReset()
  useSession.setState(INITIAL)
})

test('without the module nothing is rendered', () => {
  show(['Lookup'], ['*:*'])
  expect(screen.queryByText('Upload file')).toBeNull()
})

test('with the permission the action runs', async () => {
  show(['Files'], ['file:upload'])
  expect(button().hasAttribute('aria-disabled')).toBe(false)
  await userEvent.click(button())
  expect(run).toHaveBeenCalledOnce()
})

test('without the permission it is focusable, does nothing by mouse or keyboard, and shows one toast', async () => {
  show(['Files'], ['file:view'])
  expect(button().getAttribute('aria-disabled')).toBe('true')
  const user = userEvent.setup()
  await user.tab()
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Enter}{Enter}')
  await user.click(button())
  await waitFor(() => expect(screen.getAllByText(DENIED)).toHaveLength(1))
  expect(run).not.toHaveBeenCalled()
})

test('without the permission a link is followed by no button of the mouse', () => {
  show(['Files'], ['file:view'])
  const link = screen.getByText('Elsewhere')
  const middle = createEvent('auxclick', link, { bubbles: true, cancelable: true })
  for (const event of [createEvent.click(link), middle]) {
    fireEvent(link, event)
    expect(event.defaultPrevented).toBe(true)
  }
})
