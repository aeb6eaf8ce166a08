import { accountEndpoints } from '@backoffice/contract/account'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../../net/call.ts'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { challenge, testProvider } from '../../testing/provider.ts'
import { type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { setUpAuthenticatorOnDemand } from './on-demand.ts'

const TITLE = 'Set up an authenticator'

testServer()
const provider = testProvider()
const user = userEvent.setup()

/** Facts that the identity provider would report to our server. */
let facts: { has_authenticator: boolean; is_required: boolean }
let writes: Call[]
let results: string[]

const write = () =>
  call(viewEndpoints.setDefault, { body: { list: 'tenders', id: null } }).then(
    () => results.push('written'),
    (error: Error) => results.push(error.message),
  )

beforeEach(async () => {
  setUpAuthenticatorOnDemand()
  facts = { has_authenticator: false, is_required: true }
  results = []
  serve(accountEndpoints.checkAuthenticator, () => facts)
  writes = serve(viewEndpoints.setDefault, () =>
    facts.is_required && !facts.has_authenticator
      ? { refusal: { status: 403, code: 'second_factor_required', detail: 'Set one up.' } }
      : { list: 'tenders', id: null },
  )
  provider.replies.AssociateSoftwareToken = () => ({ SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  provider.replies.VerifySoftwareToken = () => ({ Status: 'SUCCESS' })
  provider.replies.SetUserMFAPreference = () => {
    facts = { ...facts, has_authenticator: true }
    return {}
  }
  await show('/form', () => (
    <main>
      <label>
        Ticket <input />
      </label>
      <Button onClick={() => void write()}>Write</Button>
    </main>
  ))
})

const step = () => screen.findByRole('dialog', { name: TITLE })
const expectGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const press = async (name: string) => user.click(await within(await step()).findByRole('button', { name }))

/** The step closes when the page becomes visible, because an authenticator was set up in another tab. */
afterEach(async () => {
  facts = { has_authenticator: true, is_required: true }
  serve(accountEndpoints.checkAuthenticator, () => facts)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(results).not.toHaveLength(0))
  await expectGone()
})

async function refusedWrites(count = 1) {
  await user.type(screen.getByLabelText('Ticket'), 'T-1')
  for (let each = 0; each < count; each++) await user.click(screen.getByRole('button', { name: 'Write' }))
  return within(await step())
}

async function enterPassword() {
  await user.type(await within(await step()).findByLabelText('Password'), 'Backoffice#2026{Enter}')
}
async function enterCode() {
  await user.type(await within(await step()).findByLabelText('Code'), '123456{Enter}')
}

test('refused calls wait for the set-up and are repeated; the form keeps its input', async () => {
  const shown = await refusedWrites(2)
  await shown.findByLabelText('Password')
  await expectAccessible(await step())
  expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(shown.queryByRole('link')).toBeNull()
  await enterPassword()
  await shown.findByRole('code')
  await expectAccessible(await step())
  await enterCode()
  await expectGone()
  await waitFor(() => expect(results).toEqual(['written', 'written']))
  expect(writes).toHaveLength(4)
  expect(screen.getByLabelText<HTMLInputElement>('Ticket').value).toBe('T-1')
})

test('an authenticator that exists, or a requirement that has ended, lets the calls continue at once', async () => {
  serve(accountEndpoints.checkAuthenticator, () => {
    facts = { has_authenticator: true, is_required: true }
    return facts
  })
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(results).toEqual(['written']))
  await expectGone()
  expect(provider.operations).toEqual([])
})

test('requests stop while the server still refuses', async () => {
  serve(accountEndpoints.checkAuthenticator, () => ({ has_authenticator: true, is_required: true }))
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(results).toEqual(['Set one up.']))
  await expectGone()
  expect(writes).toHaveLength(3)
})

test('shows that the check failed, and continues after it', async () => {
  serve(accountEndpoints.checkAuthenticator, () => ({
    refusal: { status: 503, code: 'unavailable', detail: 'The identity provider could not be reached.' },
  }))
  const shown = await refusedWrites()
  expect((await shown.findByRole('alert')).textContent).toContain('could not be reached')
  await expectAccessible(await step())
  serve(accountEndpoints.checkAuthenticator, () => facts)
  await press('Check again')
  await shown.findByLabelText('Password')
  expect(results).toEqual([])
})

test('an expired key starts again with the password', async () => {
  const shown = await refusedWrites()
  await enterPassword()
  await shown.findByRole('code')
  provider.replies.VerifySoftwareToken = () => ({ refusal: 'SoftwareTokenMFANotFoundException' })
  await enterCode()
  expect((await shown.findByRole('alert')).textContent).toContain('This key has expired')
  await enterPassword()
  await shown.findByRole('code')
  await press('Cancel')
  await shown.findByLabelText('Password')
})

test('the second step of another factor comes first', async () => {
  const shown = await refusedWrites()
  provider.replies.RespondToAuthChallenge = () =>
    challenge('SMS_MFA', { CODE_DELIVERY_DESTINATION: '+*******123' })
  await enterPassword()
  expect(await shown.findByText(/sent by text message to \+\*{7}123/)).toBeDefined()
  expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('the user can sign out instead', async () => {
  await refusedWrites()
  await press('Sign out')
  await waitFor(() => expect(useSession.getState().end).toBe('signed-out'))
})
