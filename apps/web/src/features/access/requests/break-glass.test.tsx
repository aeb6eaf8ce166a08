import { accessEndpoints } from '@backoffice/contract/access'
import { type AccessOptions, accessRequestEndpoints } from '@backoffice/contract/access-requests'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Toasts } from '../../../kit/feedback/toasts.tsx'
import { useNotifications } from '../../../kit/notifications/notifications.ts'
import { setInterruption } from '../../../net/interruptions.ts'
import { useSession } from '../../../session/store.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { dropDraft } from './drafts.ts'
import { requestAccessOnDemand } from './on-demand.ts'

const DUTY = { id: '01900000-0000-7000-8000-000000000001', name: 'Duty manager' }
const LOOKUP = { id: '01900000-0000-7000-8000-000000000002', name: 'Lookup maintainer' }
const OPTIONS: AccessOptions = {
  permission: 'tender:export',
  label: 'export tenders',
  module: { name: 'Lookup', held: true },
  action_held: false,
  choices: [
    {
      ...LOOKUP,
      type: 'role',
      description: '',
      risk: 'LOW',
      modules: ['Lookup'],
      gains: ['tender:export'],
      max_hours: 90 * 24,
      deciders: [{ id: '01900000-0000-7000-8000-000000000003', name: 'Alma Dizon' }],
    },
  ],
  break_glass: { roles: [DUTY, LOOKUP], hours: 2 },
}
const TAKEN = { until: '2026-11-30T00:00:00Z', approval_id: '01900000-0000-7000-8000-000000000009' }

testServer()
const user = userEvent.setup()
const opened = vi.fn()
const done = vi.fn()
beforeEach(() => {
  for (const mock of [opened, done]) mock.mockReset()
  dropDraft('tender:export')
  useNotifications.setState({ log: [] })
  requestAccessOnDemand(opened)
  storeSession()
  serve(accessEndpoints.getAccessPolicy, () => ({ modules: ['Lookup'], policies: ['tender:export'] }))
})

afterEach(() => localStorage.clear())

const dialog = (name = 'Break-glass access') => screen.findByRole('dialog', { name })
const button = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name, hidden: true })
const field = async <E extends HTMLElement>(label: string) =>
  within(await screen.findByRole('dialog')).findByLabelText<E>(label)
const radio = async (name: string) => within(await dialog()).findByRole('radio', { name, hidden: true })

/** Opens the request from a denied control. */
async function open(options: Partial<AccessOptions> = {}): Promise<HTMLElement> {
  serve(accessRequestEndpoints.options, () => ({ ...OPTIONS, ...options }))
  allowOnly(['Lookup'], [])
  await show('/', () => (
    <>
      <PermissionGate permission="tender:export">
        <Button onClick={done}>Export</Button>
      </PermissionGate>
      <Toasts />
    </>
  ))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  const shown = await dialog('Request access')
  await within(shown).findByRole('form', { hidden: true })
  return shown
}

async function openForm(): Promise<HTMLElement> {
  await open()
  await user.click(await button('Use break-glass access'))
  return dialog()
}

/** Loaded access applies to a stored session only. */
function storeSession(): void {
  const { auth: signedOut } = useSession.getState()
  const auth = { ...signedOut, token: 'token', tokenExpiration: Date.now() / 1000 + 3600 }
  useSession.setState({ auth })
  const stored = { state: { isAuthenticated: false, auth }, version: 0, activeAtMs: Date.now() }
  localStorage.setItem('auth', JSON.stringify(stored))
}

async function fillIn(): Promise<void> {
  await user.type(await field('Reason'), 'Outage of the loyalty system')
  await user.type(await field('Ticket number'), 'INC-1')
}

test('without a role for the user there is only the request', async () => {
  const shown = await open({ break_glass: { roles: [], hours: 1 } })
  expect(shown.textContent).not.toContain('Break-glass')
})

test('the dialog says what happens, and needs a reason and a ticket number', async () => {
  const taken = serve(accessRequestEndpoints.breakGlass, () => TAKEN)
  const shown = await openForm()
  expect(shown.textContent).toContain('ends after 2 hours')
  expect(shown.textContent).toContain('Everyone who decides requests is notified now.')
  expect(document.activeElement).toBe(await radio('Duty manager'))
  await user.click(await button('Start break-glass access'))
  await within(shown).findByText('Enter Reason')
  within(shown).getByText('Enter Ticket number')
  expect(taken).toEqual([])
  await expectAccessible(within(shown).getByRole('form', { hidden: true }))
})

test('the denied control works once the access has started', async () => {
  const taken = serve(accessRequestEndpoints.breakGlass, () => TAKEN)
  await openForm()
  await user.click(await radio('Lookup maintainer'))
  await fillIn()
  await user.click(await button('Start break-glass access'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(taken.map(({ body }) => body)).toEqual([
    { role_id: LOOKUP.id, reason: 'Outage of the loyalty system', ticket_no: 'INC-1' },
  ])
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(done).toHaveBeenCalledOnce()
  await screen.findByText(/^Break-glass access started: Lookup maintainer\. It ends /)
  expect(useNotifications.getState().log).toMatchObject([
    { subject: `approval-${TAKEN.approval_id}`, actions: [{ href: `/approvals/${TAKEN.approval_id}` }] },
  ])
})

test('a confirmed sign-in repeats the call, and a cancelled one keeps the input', async () => {
  let isConfirmed = false
  const taken = serve(accessRequestEndpoints.breakGlass, () =>
    isConfirmed
      ? TAKEN
      : { refusal: { status: 403, code: 'recent_sign_in_required', detail: 'Confirm that it is you.' } },
  )
  const replies = ['cancelled', 'confirmed']
  const stop = setInterruption('recent_sign_in_required', async () => {
    isConfirmed = replies.shift() === 'confirmed'
    return isConfirmed ? {} : null
  })
  await openForm()
  await fillIn()
  await user.click(await button('Start break-glass access'))
  await waitFor(() => expect(replies).toHaveLength(1))
  expect(await field('Reason')).toHaveProperty('value', 'Outage of the loyalty system')
  expect(await field('Ticket number')).toHaveProperty('value', 'INC-1')
  await user.click(await button('Start break-glass access'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(taken).toHaveLength(3)
  stop()
})

test('a refusal is shown in the form', async () => {
  serve(accessRequestEndpoints.breakGlass, () => ({
    refusal: { status: 403, code: 'access_denied', detail: 'Your role may not take this role.' },
  }))
  const shown = await openForm()
  await fillIn()
  await user.click(await button('Start break-glass access'))
  expect((await within(shown).findByRole('alert')).textContent).toBe('Your role may not take this role.')
})

test('both forms share reason and ticket number, also after Escape', async () => {
  await open()
  await fillIn()
  await user.click(await button('Use break-glass access'))
  const shown = await dialog()
  expect(await field('Reason')).toHaveProperty('value', 'Outage of the loyalty system')
  await user.clear(await field('Ticket number'))
  await user.type(await field('Ticket number'), 'INC-2')
  await user.click(await button('Back'))
  await dialog('Request access')
  expect(await field('Ticket number')).toHaveProperty('value', 'INC-2')
  await user.click(await button('Use break-glass access'))
  await user.click(await radio('Lookup maintainer'))
  shown.dispatchEvent(new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  await dialog('Request access')
  await user.click(await button('Use break-glass access'))
  expect(await field('Ticket number')).toHaveProperty('value', 'INC-2')
  expect(await radio('Lookup maintainer')).toHaveProperty('checked', true)
})
