import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SetUpSteps } from '../features/sign-in/authenticator.tsx'
import { Forbidden } from '../kit/access/guards.ts'
import { RouteErrorView } from '../kit/shell/error-views.tsx'
import { ApiError } from '../net/api-error.ts'
import { Surroundings } from './components-screen.tsx'
import { Section } from './sections/80-problems.tsx'

test('a panel that threw leaves the others alone and can be retried', async () => {
  // React reports every error that a boundary catches.
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const user = userEvent.setup()
  render(<Section />)
  await user.click(screen.getByText('Break this panel'))
  const trouble = screen.getByText('The files of today could not be shown.').closest('[role=alert]')
  if (!(trouble instanceof HTMLElement)) throw new Error('It is announced.')
  expect(screen.queryByText('Break this panel')).toBeNull()
  expect(screen.getByText('The tracked files could not be loaded.')).toBeDefined()
  await user.click(within(trouble).getByText('Try again'))
  expect(screen.getByText('Break this panel')).toBeDefined()
  expect(screen.queryByText('The files of today could not be shown.')).toBeNull()
  report.mockRestore()
})

const detail = 'You are not allowed to see this file.'
test.each([
  [
    'a missing module',
    new Forbidden({ module: 'SMAC Inquiry' }, undefined),
    'Your role does not include the module “SMAC Inquiry”.',
  ],
  [
    'a missing permission',
    new Forbidden({ permission: 'file:view' }, 'file:view'),
    'Your role does not include permission to view files.',
  ],
  ['a refusal', new ApiError(403, { code: 'forbidden', detail, request_id: '5f0c2d9e' }), detail],
])('%s is named, with the way to get access', async (_, error, message) => {
  render(
    <Surroundings>
      <RouteErrorView error={error} loadWhy={() => new Promise(() => undefined)} />
    </Surroundings>,
  )
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText('No access', { selector: 'h1' })).toBeDefined()
  expect(screen.getByText(/ask an access administrator/i)).toBeDefined()
  expect(screen.queryByText('5f0c2d9e') !== null).toBe(error instanceof ApiError)
  expect(document.body.textContent).not.toContain('file:')
  expect(screen.queryByText('Why?') !== null).toBe(error instanceof Forbidden && Boolean(error.explainable))
})

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('a key is shown in groups and copied whole; a browser that denies it shows a message', async () => {
  const user = userEvent.setup()
  render(<SetUpSteps account="viewer@backoffice.test" secret={SECRET} />)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined()
  await user.click(screen.getByText('Copy key'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await user.click(screen.getByText('Copy key'))
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Select the text and copy it manually'),
  )
})
