import {
  type AccessChoice,
  type AccessOptions,
  accessRequestEndpoints,
} from '@backoffice/contract/access-requests'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Forbidden } from '../../../kit/access/guards.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { ErrorNotice } from '../../../kit/feedback/error-notice.tsx'
import { setAccessRequest } from '../../../kit/feedback/refusal-notice.tsx'
import { DENIED } from '../../../kit/feedback/toast.ts'
import { Toasts } from '../../../kit/feedback/toasts.tsx'
import { useWrite } from '../../../kit/form/use-write.ts'
import { useNotifications } from '../../../kit/notifications/notifications.ts'
import { RouteErrorView } from '../../../kit/shell/error-views.tsx'
import { ApiError } from '../../../net/api-error.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { dropDraft } from './drafts.ts'
import { requestAccessOnDemand } from './on-demand.ts'

const BENITO = { id: '01900000-0000-7000-8000-000000000001', name: 'Benito Cruz' }
const ALMA = { id: '01900000-0000-7000-8000-000000000002', name: 'Alma Dizon' }
const VIEWING: AccessChoice = {
  type: 'policy',
  id: '01900000-0000-7000-8000-000000000003',
  name: 'Lookup viewing',
  description: 'View lookup tables',
  risk: 'LOW',
  modules: ['Lookup'],
  gains: ['Lookup', 'tender:view', 'terminal:view'],
  max_hours: 90 * 24,
  deciders: [ALMA, BENITO],
}
const EVERYTHING: AccessChoice = {
  ...VIEWING,
  type: 'role',
  id: '01900000-0000-7000-8000-000000000004',
  name: 'Administrator',
  description: '',
  risk: 'HIGH',
  max_hours: 4,
  deciders: [],
}
const OPTIONS: AccessOptions = {
  permission: 'tender:view',
  label: 'view tenders',
  module: { name: 'Lookup', held: false },
  action_held: false,
  choices: [VIEWING, EVERYTHING],
  break_glass: { roles: [], hours: 1 },
}
const APPROVAL = {
  id: '01900000-0000-7000-8000-000000000009',
  kind: 'ACCESS' as const,
  expires_at: '2026-11-30T00:00:00Z',
}

const server = testServer()
const user = userEvent.setup()
const opened = vi.fn()
beforeEach(() => {
  opened.mockReset()
  dropDraft('tender:view')
  useNotifications.setState({ log: [] })
  requestAccessOnDemand(opened)
})

const dialog = (name = 'Request access') => screen.findByRole('dialog', { name })
const button = async (name: string) => within(await dialog()).getByRole('button', { name, hidden: true })
const field = async (label: string) => within(await dialog()).findByLabelText(label)
const radio = async (name: RegExp) => within(await dialog()).findByRole('radio', { name, hidden: true })

/** Shows the page of a missing permission and opens the dialog from it. */
async function open(options: Partial<AccessOptions> = {}): Promise<HTMLElement> {
  serve(accessRequestEndpoints.options, () => ({ ...OPTIONS, ...options }))
  await showForbidden()
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  return dialog()
}

const showForbidden = () =>
  show('/lookup/tenders', () => (
    <RouteErrorView
      error={new Forbidden({ module: 'Lookup' }, 'tender:view')}
      loadWhy={async () => () => null}
    />
  ))

/** The server stores the request. */
function storeRequests() {
  server.replies['POST /access-requests'] = () => ({
    status: 202,
    body: { resource: { approval: APPROVAL } },
  })
  return () => server.calls.filter(({ path }) => path === '/access-requests').map(({ body }) => body)
}

test('what is missing, the least access first, and who decides', async () => {
  const shown = await open()
  const least = await radio(/^Lookup viewing/)
  expect(document.activeElement).toBe(least)
  const items = within(shown).getAllByRole('listitem', { hidden: true })
  expect(items.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    'Missing: Module Lookup',
    'Missing: Action tender:view View tenders',
  ])
  within(shown).getByText('View lookup tables.')
  expect(
    within(shown).getAllByText('Includes the module Lookup and 1 more permission').at(0)?.textContent,
  ).toContain('Lookup viewing')
  within(shown).getByText('Alma Dizon or Benito Cruz decides.')
  within(shown).getByText(/It can be approved for 72 hours\.$/)
  const form = within(shown).getByRole('form', { name: 'Request access', hidden: true })
  await expectAccessible(form)
})

test('the chosen access is requested temporarily, with a link to the request', async () => {
  const sent = storeRequests()
  await open()
  await user.click(await button('Send request'))
  await within(await dialog()).findByText('Enter Reason')
  expect(sent()).toEqual([])
  await user.click(within(await dialog()).getByRole('radio', { name: '7 days', hidden: true }))
  await user.type(await field('Reason'), 'A member complaint')
  await user.type(await field('Ticket number'), 'OPS-7')
  await user.click(await button('Send request'))
  const done = await dialog('Request sent')
  expect(sent()).toEqual([
    { policy_id: VIEWING.id, hours: 168, reason: 'A member complaint', ticket_no: 'OPS-7' },
  ])
  const link = within(done).getByRole('link', { name: 'View request', hidden: true })
  expect(link.getAttribute('href')).toBe(`/approvals/${APPROVAL.id}`)
  await waitFor(() => expect(document.activeElement).toBe(link))
  await user.click(link)
  expect(opened).toHaveBeenCalledWith(`/approvals/${APPROVAL.id}`)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Request/ })).toBeNull())
  expect(useNotifications.getState().log).toMatchObject([{ text: 'Access requested: Lookup viewing' }])
})

test('only durations within the maximum are offered', async () => {
  await open()
  const durations = async () =>
    within(within(await dialog()).getByRole('group', { name: 'For how long', hidden: true }))
      .getAllByRole('radio', { hidden: true })
      .map((each) => each.closest('label')?.textContent)
  expect(await durations()).toEqual(['1 hour', '1 day', '7 days', 'Until date'])
  await user.click(await radio(/^Administrator/))
  expect(await durations()).toEqual(['1 hour', 'Until date'])
})

test('access that no user can approve is not requested', async () => {
  const sent = storeRequests()
  await open()
  await user.click(await radio(/^Administrator/))
  within(await dialog()).getByText(/^No other user can approve this/)
  await user.type(await field('Reason'), 'Needed')
  const send = await button('Send request')
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await user.click(send)
  await waitFor(async () => expect(document.activeElement).toBe(await radio(/^Lookup viewing/)))
  expect(sent()).toEqual([])
})

test('refusals are shown at their fields, or in the form', async () => {
  await open()
  await user.type(await field('Reason'), 'Needed')
  const problem = { code: 'invalid', detail: 'Some values are invalid.' }
  server.replies['POST /access-requests'] = () => ({
    status: 422,
    body: {
      ...problem,
      errors: [
        { field: 'body.ticket_no', code: 'max', message: 'Too long.' },
        { field: 'hours', code: 'too_long', message: 'This access is given for at most 7 days.' },
      ],
    },
  })
  await user.click(await button('Send request'))
  await within(await dialog()).findByText('Too long.')
  within(await dialog()).getByText('This access is given for at most 7 days.')
  server.replies['POST /access-requests'] = () => ({
    status: 409,
    body: { code: 'approval_pending', detail: 'It is already waiting for approval.' },
  })
  await user.click(await button('Send request'))
  expect((await within(await dialog()).findByRole('alert')).textContent).toBe(
    'It is already waiting for approval.',
  )
})

test('Escape and Cancel keep the input for the next time', async () => {
  const shown = await open()
  await user.type(await field('Reason'), 'Half a reason')
  shown.dispatchEvent(new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Request/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Request access' }))
  expect((await field('Reason')) as HTMLTextAreaElement).toHaveProperty('value', 'Half a reason')
  await user.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Request/ })).toBeNull())
})

test('without a choice there is no form, but an explanation', async () => {
  const shown = await open({ choices: [] })
  await within(shown).findByText('No role or policy includes it. Ask an access administrator.')
  expect(within(shown).queryByRole('button', { name: 'Send request', hidden: true })).toBeNull()
})

test('access that the user holds in the meantime is not requested again', async () => {
  const shown = await open({ choices: [], module: { name: 'Lookup', held: true }, action_held: true })
  await within(shown).findByText('You already have this access. Reload the page to use it.')
})

test('choices that fail to load can be loaded again', async () => {
  serve(accessRequestEndpoints.options, () => ({ refusal: { status: 503, code: 'busy', detail: 'Busy.' } }))
  await showForbidden()
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  await within(await dialog()).findByText('The choices could not be loaded.')
  serve(accessRequestEndpoints.options, () => OPTIONS)
  await user.click(await button('Try again'))
  expect(await radio(/^Lookup viewing/)).toBeDefined()
})

test('a part that could not be loaded and a refused write offer the request too', async () => {
  const refusal = new ApiError(403, { code: 'access_denied', detail: 'No.', missing: ['audit:view'] })
  const opened: string[] = []
  setAccessRequest((permission) => opened.push(permission))
  function Save() {
    const write = useWrite({ run: () => Promise.reject(refusal) })
    return <Button onClick={() => write.run(undefined)}>Save</Button>
  }
  await show('/', () => (
    <>
      <ErrorNotice what="The tile" error={refusal} onRetry={() => {}} />
      <Save />
      <Toasts />
    </>
  ))
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  expect(opened).toEqual(['audit:view'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const toast = (await screen.findAllByText('No.')).at(-1)?.closest<HTMLElement>('[role=alert]')
  if (!toast) throw new Error('There is no toast')
  await user.click(await within(toast).findByRole('button', { name: 'Request access' }))
  expect(opened).toEqual(['audit:view', 'audit:view'])
})

test('a denied control offers the request in its toast, without changing the text', async () => {
  const requested = serve(accessRequestEndpoints.options, () => OPTIONS)
  allowOnly(['Lookup'], [])
  await show('/', () => (
    <>
      <PermissionGate permission={['tender:view', 'tender:export']}>
        <Button>Export</Button>
      </PermissionGate>
      <Toasts />
    </>
  ))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect((await screen.findByText(DENIED)).textContent).toBe(DENIED)
  await user.click(await screen.findByRole('button', { name: 'Request access' }))
  const shown = await dialog()
  await within(shown).findByText('View tenders')
  expect(requested[0]?.body).toEqual({ permission: 'tender:view' })
})
