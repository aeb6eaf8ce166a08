import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { show, testServer } from '../../testing/screen.tsx'
import { Forbidden } from '../access/guards.ts'
import { NotFound, RouteErrorView, shownAddress } from './error-views.tsx'

test.each([
  ['/x?y=1#z', '/x?y=1#z'],
  ['/no%20such?q=caf%C3%A9', '/no%20such?q=caf%C3%A9'],
  ['/broken%zz', '/broken%zz'],
  ['/cards/9990000000000011', '/cards/••••0011'],
  ['/x?card=9990%200000%200000%200011#z', '/x?card=••••0011#z'],
  ['/%39990000000000011', '/••••0011'],
  ['/x/%39990000000000011?broken=%zz', '/x/••••0011?broken=%zz'],
  ['/%36/x', '/%36/x'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})

testServer()
const refusal = (status: number) =>
  new ApiError(status, { code: 'refused', detail: 'The server refused.', client_request_id: 'r-1' })

test.each([
  ['No access', new Forbidden({ module: 'Audit' }, 'audit:view'), 'does not include the module “Audit”'],
  ['No access', new Forbidden({ permission: 'file:view' }, 'file:view'), 'does not include permission'],
  ['No access', refusal(403), 'Request r-1'],
  ['Page Not Found', refusal(404), 'Request r-1'],
  ['Internal Server Error', refusal(500), 'Request r-1'],
  ['Internal Server Error', new TypeError('x'), 'Something went wrong. Try again.'],
] as const)('%s breaks no rule of accessibility: %s', async (title, error, text) => {
  await show('/files', () => <RouteErrorView error={error} loadWhy={async () => () => null} />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
  expect(document.body.textContent).toContain(text)
  const home = screen.getByRole('link', { name: 'Go to the dashboard' })
  expect(home.getAttribute('href')).toBe('/operational_dashboard')
  await expectAccessible(document.body)
})

test('an unknown path is a 404 with its address', async () => {
  await show('/x?y=1#z', () => <NotFound />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Page Not Found')
  screen.getByText('Page not found: /x?y=1#z')
  await expectAccessible(document.body)
})
