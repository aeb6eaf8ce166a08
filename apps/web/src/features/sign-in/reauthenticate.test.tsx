import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStatus, useSession } from '../../session/store.ts'
import { challenge, EMAIL, signedIn, testProvider } from '../../testing/provider.ts'
import { testServer } from '../../testing/screen.tsx'
import { Reauthenticate } from './reauthenticate.tsx'

testServer()
const provider = testProvider()
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  const { auth } = useSession.getState()
  useSession.setState({ isAuthenticated: false, auth: { ...auth, token: '' }, hasUnsavedChanges: true })
  render(<Reauthenticate />)
})

const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })
const enterPassword = async () =>
  user.type(await screen.findByLabelText('Password'), 'Backoffice#2026{Enter}')

/** Holds the reply with the user's access until the returned function is called. */
function holdAccess(): { isRequested: () => boolean; release: () => void } {
  const { fetch } = globalThis
  const access = Promise.withResolvers<Response>()
  let isRequested = false
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!String(address).endsWith('/role/access-policy')) return fetch(address, init)
    isRequested = true
    return access.promise
  })
  const release = () => access.resolve(Response.json({ resource: { modules: ['All'], policies: ['*:*'] } }))
  return { isRequested: () => isRequested, release }
}

test('the second factor is required in place; the page continues after its access is loaded', async () => {
  expect(sessionStatus()).toBe('interrupted')
  await screen.findByText(new RegExp(`Sign in as ${EMAIL}`))
  provider.replies.RespondToAuthChallenge = ({ ChallengeName }) =>
    ChallengeName === 'PASSWORD_VERIFIER' ? challenge('SOFTWARE_TOKEN_MFA') : signedIn()
  await enterPassword()
  const code = await screen.findByLabelText('Code')
  await waitFor(() => expect(document.activeElement).toBe(code))
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
  await enterPassword()
  const access = holdAccess()
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  await waitFor(() => expect(access.isRequested()).toBe(true))
  expect(sessionStatus()).toBe('waiting')
  expect(dialog()).not.toBeNull()
  access.release()
  await waitFor(() => expect(dialog()).toBeNull())
  expect(sessionStatus()).toBe('signed-in')
})

test('a step that is not supported in place is reported', async () => {
  provider.replies.RespondToAuthChallenge = () => challenge('CUSTOM_CHALLENGE')
  await enterPassword()
  expect((await screen.findByRole('alert')).textContent).toMatch(/a step that is not available here/)
})
