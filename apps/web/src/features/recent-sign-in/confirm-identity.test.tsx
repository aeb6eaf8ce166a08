import { accountEndpoints } from '@backoffice/contract/account'
import { viewEndpoints } from '@backoffice/contract/views'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { useNotifications } from '../../kit/notifications/notifications.ts'
import { call } from '../../net/call.ts'
import { dispatch, useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { challenge, EMAIL, signedIn, testProvider } from '../../testing/provider.ts'
import { type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { confirmIdentityOnDemand } from './on-demand.ts'
import { endRecentSignIn } from './recent-sign-in.ts'

const TITLE = 'Confirm it’s you'

testServer()
const provider = testProvider()
const user = userEvent.setup()
/** Any write: the server of this test needs a confirmation for it. */
const write = (id: string) => call(viewEndpoints.setDefault, { body: { list: 'tenders', id } })

function WriteForm() {
  const save = useWrite({ run: ({ ticket }: { ticket: string }) => write(ticket), successText: 'Written' })
  const form = useRuleForm({
    fields: { ticket: { label: 'Ticket', rules: 'required' } },
    values: { ticket: '' },
    submit: save.send,
  })
  const click = useWrite({ run: () => write('A-2'), successText: 'Written' })
  return (
    <main>
      <Form form={form}>
        <FormErrorNotice form={form} />
        <TextField {...form.field('ticket')} />
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </Form>
      <Button onClick={() => click.run()}>Write</Button>
      <Toasts />
    </main>
  )
}

let calls: Call[]
let confirmations: Call[]
let ends: Call[]
/** The server has a confirmation of the session. */
let isConfirmed: boolean
let stop: () => void

beforeEach(async () => {
  endRecentSignIn()
  stop = confirmIdentityOnDemand()
  useNotifications.setState({ log: [] })
  isConfirmed = false
  calls = serve(viewEndpoints.setDefault, () =>
    isConfirmed
      ? { list: 'tenders', id: null }
      : { refusal: { status: 403, code: 'recent_sign_in_required', detail: 'Confirm that it is you.' } },
  )
  confirmations = serve(accountEndpoints.confirmIdentity, () => {
    isConfirmed = true
    return { confirmed_until: '2026-11-28T10:00:00Z' }
  })
  ends = serve(accountEndpoints.endConfirmation, () => ({ ended: true as const }))
  await show('/form', () => <WriteForm />)
})

const ticket = () => screen.getByLabelText<HTMLInputElement>('Ticket')
const save = () => screen.getByRole('button', { name: 'Save', hidden: true })
const dialog = () => screen.findByRole('alertdialog', { name: TITLE })
const password = async () => within(await dialog()).findByLabelText('Password')
const toasts = () => useNotifications.getState().log.map(({ kind, text }) => `${kind}: ${text}`)
const sentTokens = () => confirmations.map(({ body }) => String(Object(body).token))
const expectClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const pressInDialog = async (name: string) => user.click(within(await dialog()).getByRole('button', { name }))

/** As the browser on Escape. */
function closeDialog(): void {
  screen.queryByRole('alertdialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
}
afterEach(() => {
  closeDialog()
  stop()
})

async function submit() {
  await user.type(ticket(), 'OPS-1')
  await user.type(ticket(), '{Enter}')
  await dialog()
}

test('asks for the password, confirms the session and repeats the call; a second call is not asked', async () => {
  const stored = JSON.stringify({ ...localStorage })
  const before = useSession.getState()
  provider.operations = []
  await submit()
  within(await dialog()).getByText(new RegExp(`Enter the password of ${EMAIL} to continue`))
  expect((await dialog()).textContent).not.toMatch(/minutes ago/)
  await waitFor(async () => expect(document.activeElement).toBe(await password()))
  await expectAccessible(await dialog())
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await expectClosed()
  await waitFor(() => expect(toasts()).toEqual(['done: Written']))
  expect(calls).toHaveLength(2)
  expect(calls[1]?.body).toEqual(calls[0]?.body)
  expect(sentTokens()).toEqual([expect.stringMatching(/^\S+\.\S+\.signature$/)])
  // Only its confirmation has the token, which is revoked after it.
  expect([...(calls[1]?.headers.keys() ?? [])]).toEqual([...(calls[0]?.headers.keys() ?? [])])
  await waitFor(() => expect(provider.operations).toContain('RevokeToken'))
  expect(JSON.stringify({ ...localStorage })).toBe(stored)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(sentTokens()[0])
  expect(useSession.getState().auth).toEqual(before.auth)
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('cancelling keeps the form, and shows no error', async () => {
  await submit()
  await pressInDialog('Cancel')
  await expectClosed()
  await waitFor(() => expect(save().dataset.busy).toBeUndefined())
  expect(ticket().value).toBe('OPS-1')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await password()
  closeDialog()
  await expectClosed()
  expect(toasts()).toEqual([])
  expect(calls).toHaveLength(2)
})

test('shows a wrong password at its field, and asks for a code where the account has one', async () => {
  provider.replies.RespondToAuthChallenge = () => ({
    refusal: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  await submit()
  await user.type(await password(), 'wrong{Enter}')
  const field = await password()
  await waitFor(() => expect(description(field)).toBe('Incorrect password.'))
  expect(document.activeElement).toBe(field)
  provider.replies.RespondToAuthChallenge = ({ ChallengeName }) =>
    ChallengeName === 'PASSWORD_VERIFIER'
      ? challenge('SMS_MFA', { CODE_DELIVERY_DESTINATION: '+*******4567' })
      : { refusal: 'CodeMismatchException' }
  await user.clear(field)
  await user.type(field, 'Backoffice#2026{Enter}')
  const code = await within(await dialog()).findByLabelText('Code')
  within(await dialog()).getByText(/sent by text message to \+\*\*\*\*\*\*\*4567/)
  await waitFor(() => expect(document.activeElement).toBe(code))
  await expectAccessible(await dialog())
  await user.type(code, '123456{Enter}')
  await waitFor(() => expect(description(code)).toMatch(/^This code is incorrect/))
  provider.replies.RespondToAuthChallenge = () => ({
    refusal: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  })
  await pressInDialog('Continue')
  await within(await dialog()).findByText('That took too long. Start again with your password.')
  provider.replies.RespondToAuthChallenge = ({ ChallengeName }) =>
    ChallengeName === 'PASSWORD_VERIFIER' ? challenge('SOFTWARE_TOKEN_MFA') : signedIn()
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await user.type(await within(await dialog()).findByLabelText('Code'), '123456{Enter}')
  await expectClosed()
  await waitFor(() => expect(toasts()).toEqual(['done: Written']))
})

test('calls that are refused together share one dialog', async () => {
  const both = Promise.all([write('A'), write('B')])
  await user.type(await password(), 'Backoffice#2026{Enter}')
  expect(await both).toHaveLength(2)
  expect(provider.operations.filter((each) => each === 'InitiateAuth')).toHaveLength(1)
})

test('the confirmation ends when the screen locks', async () => {
  act(() => dispatch({ type: 'locked', lock: 'idle' }))
  await waitFor(() => expect(ends).toHaveLength(1))
  act(() => dispatch({ type: 'unlocked' }))
  act(() => dispatch({ type: 'locked', lock: 'idle' }))
  await waitFor(() => expect(ends).toHaveLength(2))
  act(() => dispatch({ type: 'unlocked' }))
})

test('asks again once the confirmation has ended', async () => {
  await submit()
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await expectClosed()
  await waitFor(() => expect(calls).toHaveLength(2))
  isConfirmed = false
  await user.click(screen.getByRole('button', { name: 'Write' }))
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await waitFor(() => expect(calls).toHaveLength(4))
  expect(new Set(sentTokens()).size).toBe(2)
})

test('shows in the dialog why the server does not accept the sign-in', async () => {
  confirmations = serve(accountEndpoints.confirmIdentity, () => ({
    refusal: {
      status: 422,
      code: 'sign_in_not_confirmed',
      detail: 'Enter your password again.',
      errors: [{ field: 'token', code: 'sign_in_not_confirmed', message: 'Enter your password again.' }],
    },
  }))
  await submit()
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await within(await dialog()).findByText('Enter your password again.')
  expect(calls).toHaveLength(1)
  await pressInDialog('Cancel')
})

test('a password that must be changed first ends the session', async () => {
  provider.replies.RespondToAuthChallenge = () =>
    challenge('NEW_PASSWORD_REQUIRED', { userAttributes: '{}', requiredAttributes: '[]' })
  await submit()
  await user.type(await password(), 'Backoffice#2026{Enter}')
  await waitFor(() => expect(useSession.getState().auth.token).toBe(''))
  await pressInDialog('Cancel')
})
