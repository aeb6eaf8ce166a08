import { approvalEndpoints } from '@backoffice/contract/approvals'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '../../../kit/feedback/toasts.tsx'
import { isAnyFormDirty } from '../../../kit/form/dirty.ts'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { useNotifications } from '../../../kit/notifications/notifications.ts'
import { call } from '../../../net/call.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { serve, show, type TestServer, testServer } from '../../../testing/screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { requestApprovalOnDemand } from './on-demand.ts'
import { anApproval } from './sample-approval.ts'

const TITLE = 'This change needs approval'
const FOUND = anApproval()
const NEEDED = {
  kind: FOUND.kind,
  what: FOUND.what,
  count: 12,
  unit: 'user',
  deciders: ['Alma Dizon', 'Carla Lim'],
}

const server: TestServer = testServer()
const user = userEvent.setup()
const opened = vi.fn()
const steps = { saved: vi.fn(), sent: vi.fn(), store: vi.fn(), close: vi.fn(), refresh: vi.fn() }
/** Any write. The server of this test stores it until it is approved. */
const write = (id: string) => call(viewEndpoints.setDefault, { body: { list: 'tenders', id } })

function WriteForm() {
  const save = useWrite({
    run: ({ ticket }: { ticket: string }) => write(ticket),
    successText: 'Written',
    ...{ store: steps.store, refresh: steps.refresh },
  })
  const form = useRuleForm({
    fields: { ticket: { label: 'Ticket', rules: 'required' } },
    values: { ticket: '' },
    submit: save.send,
    ...{ saved: steps.saved, sent: steps.sent },
  })
  const click = useWrite({
    run: () => write('A-2'),
    successText: 'Written',
    close: steps.close,
    sent: steps.sent,
  })
  return (
    <main>
      <Form form={form}>
        <FormErrorNotice form={form} />
        <TextField {...form.field('ticket')} />
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </Form>
      <Button busy={click.isPending} onClick={() => click.run()}>
        Write
      </Button>
      <Toasts />
    </main>
  )
}

/** Headers of the writes. */
let sent: { reason: string | null; ticket: string | null }[]

beforeEach(async () => {
  vi.clearAllMocks()
  sent = []
  useNotifications.setState({ log: [] })
  requestApprovalOnDemand(opened)
  serve(approvalEndpoints.get, () => FOUND)
  const reply = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'POST' || !url.includes('/views')) return reply(url, init)
    const headers = new Headers(init.headers)
    sent.push({ reason: headers.get('approval-reason'), ticket: headers.get('approval-ticket') })
    if (headers.get('approval-reason') === '')
      return Response.json(
        { code: 'approval_reason_required', detail: 'State a reason.', current: NEEDED },
        { status: 428 },
      )
    const { id, kind, expires_at } = FOUND
    return Response.json({ resource: { approval: { id, kind, expires_at } } }, { status: 202 })
  })
  await show('/form', () => <WriteForm />)
})

const press = (name: string) => user.click(screen.getByRole('button', { name, hidden: true }))
const dialog = async () => within(await screen.findByRole('dialog', { name: TITLE }))

test('a form asks for the reason, is clean once its change was sent, and links to the request', async () => {
  await user.type(screen.getByLabelText('Ticket'), 'A-1')
  await press('Save')
  const asked = await dialog()
  asked.getByText(FOUND.what)
  asked.getByText(/Alma Dizon or Carla Lim/)
  await expectAccessible(await screen.findByRole('dialog', { name: TITLE }))
  await press('Send for approval')
  await asked.findByText('Enter Reason')
  expect(sent).toHaveLength(1)
  await user.type(asked.getByLabelText('Reason'), 'For the “night” desk')
  await user.type(asked.getByLabelText(/^Ticket number/), 'OPS-1')
  await press('Send for approval')
  await screen.findByText(`Approval requested: ${FOUND.what}`)
  expect(sent).toEqual([
    { reason: '', ticket: null },
    { reason: encodeURIComponent('For the “night” desk'), ticket: 'OPS-1' },
  ])
  expect(steps.sent).toHaveBeenCalledOnce()
  expect(steps.refresh).toHaveBeenCalledOnce()
  expect(steps.saved).not.toHaveBeenCalled()
  expect(steps.store).not.toHaveBeenCalled()
  expect(isAnyFormDirty()).toBe(false)
  expect(screen.queryByText('Written')).toBeNull()
  await press('View request')
  expect(opened).toHaveBeenCalledWith(`/approvals/${FOUND.id}`)
  expect(useNotifications.getState().log.map(({ subject, kind }) => [subject, kind])).toEqual([
    [`approval-${FOUND.id}`, 'done'],
  ])
})

test('cancelling sends nothing, shows no error and keeps the input', async () => {
  await user.type(screen.getByLabelText('Ticket'), 'A-1')
  await press('Save')
  const asked = await dialog()
  await user.click(asked.getByRole('button', { name: 'Cancel', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaDisabled).not.toBe('true'))
  expect(sent).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('Ticket').value).toBe('A-1')
  expect(isAnyFormDirty()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(steps.sent).not.toHaveBeenCalled()
})

test('a click closes with `sent` instead of `close`, and shows no failure', async () => {
  await press('Write')
  const asked = await dialog()
  await user.type(asked.getByLabelText('Reason'), 'Month-end')
  await press('Send for approval')
  await screen.findByText(`Approval requested: ${FOUND.what}`)
  expect(steps.sent).toHaveBeenCalledOnce()
  expect(steps.close).not.toHaveBeenCalled()
  expect(useNotifications.getState().log.map(({ kind }) => kind)).toEqual(['done'])
  expect(server.calls).toEqual([])
})
