import { caseEndpoints } from '@backoffice/contract/cases'
import { historyEndpoints } from '@backoffice/contract/history'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { allowOnly, serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { CaseScreen } from './case-screen.tsx'
import { aCase, DENNIS, MARIA, NOTE, outcomesOf } from './sample-case.ts'

const CASE = aCase()
const PEOPLE = [
  { ...MARIA, is_own: true },
  { ...DENNIS, is_own: false },
]

testServer()
const user = userEvent.setup()
beforeEach(() => {
  serve(caseEndpoints.get, () => CASE)
  serve(caseEndpoints.people, () => ({ items: PEOPLE }))
  serve(historyEndpoints.get, () => ({ items: [], next: null }))
})

const open = (tab?: string) => show('/cases/C-000118', () => <CaseScreen id="C-000118" tab={tab} />)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const note = () => screen.findByLabelText<HTMLTextAreaElement>('Note')

test('shows the card, live purchases, facts and the last note with its mention', async () => {
  await open()
  await screen.findByRole('heading', { level: 2, name: 'C-000118 Late points' })
  expect(await screen.findByText(/Live, checked at/)).toBeDefined()
  const text = document.body.textContent
  for (const part of ['15.00 points', 'Pending, 25 working days', '1,284.50 points', 'OPS-20431'])
    expect(text).toContain(part)
  expect(screen.getByText('@Maria Reyes').tagName).toBe('MARK')
  await user.click(screen.getByRole('button', { name: 'Open notes' }))
  expect(screen.getByRole('tab', { name: 'Notes 1' }).getAttribute('aria-selected')).toBe('true')
  await expectAccessible(document.body)
})

test('opens a case whose kind and status only a newer release knows, without steps', async () => {
  serve(caseEndpoints.get, () => aCase({ kind: 'REFUND' as never, status: 'RETURNED' as never }))
  await open()
  await screen.findByRole('heading', { level: 2, name: 'C-000118 Newer release' })
  expect(screen.getAllByText('Newer release').length).toBeGreaterThan(0)
  for (const step of [/Mark as sent/, /Resolve/, /Reject/, /Reopen/])
    expect(screen.queryByRole('button', { name: step })).toBeNull()
})

test('offers the steps of the state, the usual next one first', async () => {
  const primary = () => document.querySelector('[data-variant=primary]')?.textContent
  await open()
  await screen.findByRole('button', { name: 'Mark as sent' })
  expect(primary()).toBe('Mark as sent')
  const sent = { ...CASE, status: 'SENT', version: 4 } as const
  serve(caseEndpoints.get, () => sent)
  const calls = serve(caseEndpoints.markSent, () => outcomesOf([sent]))
  await press('Mark as sent')
  await waitFor(() => expect(primary()).toBe('Resolve…'))
  expect(calls[0]?.body).toEqual({ items: [{ id: CASE.id, version: 3 }] })
})

test('resolves with a resolution, and shows it with the user', async () => {
  const resolved = aCase({
    status: 'RESOLVED',
    resolution: 'CORRECTED',
    resolved_at: '2026-11-24T06:05:00Z',
    resolved_by: DENNIS,
  })
  const calls = serve(caseEndpoints.resolve, () => outcomesOf([resolved]))
  await open()
  await press('Resolve…')
  const dialog = await screen.findByRole('dialog', { name: 'Resolve C-000118' })
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Resolve', hidden: true }))
  await submit()
  await within(dialog).findByText('Select Resolution')
  await user.selectOptions(within(dialog).getByLabelText(/^Resolution/), 'CORRECTED')
  serve(caseEndpoints.get, () => resolved)
  await submit()
  await screen.findByText('24 Nov 2026, Dennis Pascual')
  expect(calls[0]?.body).toMatchObject({ resolution: 'CORRECTED' })
  expect(screen.getByRole('button', { name: 'Reopen…' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Edit details' })).toBeNull()
})

test('removes a purchase after a confirmation', async () => {
  const calls = serve(caseEndpoints.removePurchase, () => aCase({ purchases: [], version: 4 }))
  await open('transactions')
  await press('Remove from case')
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove this purchase?' })
  serve(caseEndpoints.get, () => aCase({ purchases: [], version: 4 }))
  await user.click(within(dialog).getByRole('button', { name: 'Remove', hidden: true }))
  await screen.findByText('No purchases')
  expect(calls[0]?.body).toEqual({ version: 3, no: 1 })
})

test('adds a purchase that no load has brought, and shows a refusal in the dialog', async () => {
  await open('transactions')
  await press('Add a missing purchase')
  const dialog = await screen.findByRole('dialog', { name: 'Add a missing purchase' })
  const type = (label: RegExp, text: string) => user.type(within(dialog).getByLabelText(label), text)
  await type(/^Business date/, '2026-11-02')
  await type(/^Branch code/, '0117')
  await type(/^Receipt number/, 'R-1')
  await type(/^Amount/, '1,250.00')
  serve(caseEndpoints.addPurchases, () => ({
    refusal: {
      status: 409,
      code: 'purchase_in_case',
      detail: 'A purchase is already in C-000120 (sent, unassigned).',
    },
  }))
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Add', hidden: true }))
  await submit()
  await within(dialog).findByText(/already in C-000120/)
  const calls = serve(caseEndpoints.addPurchases, () => aCase({ version: 4 }))
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const typed = { business_date: '2026-11-02', branch_code: '0117', receipt_no: 'R-1' }
  expect(calls[0]?.body).toEqual({
    version: 3,
    typed: [{ ...typed, amount: 1250_00, points_expected: null }],
  })
})

test('saves only what changed, and compares the version of another user', async () => {
  const place = await open('edit')
  const ticket = await screen.findByLabelText('Ticket number')
  expect(document.activeElement?.closest('form')).toBe(ticket.closest('form'))
  await user.clear(ticket)
  await user.type(ticket, 'OPS-9')
  const current = aCase({ version: 4, kind: 'OTHER', ticket_no: 'OPS-20431' })
  const calls = serve(caseEndpoints.update, () => ({
    refusal: { status: 409, code: 'version_conflict', detail: 'Changed.', current },
  }))
  await press('Save')
  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this case first' })
  expect(calls[0]?.body).toEqual({ version: 3, ticket_no: 'OPS-9' })
  expect(dialog.textContent).toContain('Other')
  const merged = serve(caseEndpoints.update, () => ({ ...current, version: 5, ticket_no: 'OPS-9' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() => expect(place()).toBe('/cases/C-000118'))
  expect(merged[0]?.body).toEqual({ version: 4, ticket_no: 'OPS-9' })
})

test('a typed @ lists who can see the case, and the keyboard inserts the name', async () => {
  const calls = serve(caseEndpoints.addNote, () => aCase({ notes: [NOTE, { ...NOTE, id: '2' }] }))
  await open()
  const area = await note()
  await user.type(area, 'Look @')
  const list = await screen.findByRole('listbox', { name: 'People who can see this case' })
  expect(
    within(list)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['Maria Reyes (you)', 'Dennis Pascual'])
  await expectAccessible(document.body)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(area.value).toBe('Look @Dennis Pascual ')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(area, ' please')
  await press('Add note')
  await waitFor(() => expect(area.value).toBe(''))
  expect(calls.map(({ body }) => body)).toEqual([
    { text: 'Look @Dennis Pascual please', mentions: [DENNIS.id] },
  ])
})

test('Escape in the form of the details returns to the case', async () => {
  await show('/cases/C-000118?tab=edit', () => <CaseScreen id="C-000118" tab="edit" />)
  await user.click(await screen.findByLabelText('Ticket number'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(shownAddress()).toBe('/cases/C-000118'))
})

test('Escape closes the list of people and not the case', async () => {
  const place = await open()
  await user.type(await note(), '@')
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(place()).toBe('/cases/C-000118')
})

test('shows the refusal of a mention at the note, and keeps the draft of each case', async () => {
  const message = 'Dennis Pascual can’t see this case.'
  serve(caseEndpoints.addNote, () => ({
    refusal: {
      status: 422,
      code: 'invalid',
      detail: 'Some values are invalid.',
      errors: [{ field: 'mentions', code: 'cannot_see_case', message }],
    },
  }))
  await open()
  const area = await note()
  await user.clear(area)
  await press('Add note')
  await waitFor(() => expect(description(area)).toBe('Enter Note'))
  await user.type(area, 'Hello')
  await press('Add note')
  await waitFor(() => expect(description(area)).toBe(message))
  await open()
  const areas = screen.getAllByLabelText<HTMLTextAreaElement>('Note')
  expect(areas.map(({ value }) => value)).toEqual(['Hello', 'Hello'])
})

test('an agent cannot assign, resolve or send, and an auditor changes nothing', async () => {
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:create', 'case:update'])
  await open()
  await screen.findByRole('button', { name: 'Assign' })
  const denied = () => [...document.querySelectorAll('[data-denied]')].map((each) => each.textContent)
  expect(denied()).toEqual(['Assign', 'Reject…', 'Resolve…', 'Mark as sent', 'Reveal'])
  allowOnly(['SMAC Inquiry'], ['case:view', 'case:view-all'])
  await waitFor(() => expect(denied()).toContain('Add note'))
  expect(denied()).toContain('Edit details')
  const area = await note()
  await user.type(area, 'Lost')
  expect([area.value.includes('Lost'), area.readOnly]).toEqual([false, true])
  expect(description(area)).toBe('You don’t have the permission to add notes.')
})

test('the history of an imported reply is in words', async () => {
  serve(historyEndpoints.get, () => ({
    items: [
      {
        ...{ id: '1', at: '2026-11-24T06:05:00Z', actor: DENNIS, approved_by: null, action: 'case.resolve' },
        ...{ outcome: 'done' as const, reason: null, count: 1, request_id: null },
        changes: {
          status: ['SENT', 'RESOLVED'],
          resolution: [null, 'POSTED'],
          remark: [null, 'With the next statement'],
          source_filekey: [null, '01900000-0000-7000-8000-00000000000f'],
        } satisfies Record<string, [unknown, unknown]>,
      },
    ],
    next: null,
  }))
  await open('history')
  const change = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).parentElement?.textContent
  expect(await change('Status')).toBe('StatusSent to posting →to Resolved')
  expect(await change('Resolution')).toBe('ResolutionPosted')
  expect(await change('Remark')).toBe('RemarkWith the next statement')
  expect(document.body.textContent).not.toMatch(/source_filekey|01900000-0000-7000-8000-00000000000f/)
})
