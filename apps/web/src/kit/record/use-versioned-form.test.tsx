import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, FormErrorNotice } from '../form/form.tsx'
import { useNotifications } from '../notifications/notifications.ts'
import { useVersionedForm } from './use-versioned-form.ts'

type Tender = { id: string; version: number; updated_at: string; name: string; scheme: string }
type TenderValues = { name: string; scheme: string }
type Change = Partial<TenderValues> & { version: number }

const tender = (version: number, values: Partial<TenderValues> = {}): Tender => ({
  id: 'a',
  version,
  updated_at: '2026-11-25T08:00:00Z',
  name: 'Fuel card',
  scheme: 'VISA',
  ...values,
})

/** Requests to the server, and its replies. */
let sent: Change[]
let reply: PromiseWithResolvers<Tender>
let left: number

beforeEach(() => {
  sent = []
  reply = Promise.withResolvers()
  left = 0
  useNotifications.setState({ log: [] })
})

function TenderForm({ record }: { record: Tender }) {
  const { form, base, values, newer, compare, conflict } = useVersionedForm<Tender, TenderValues, Change>({
    record,
    permission: 'tender:update',
    valuesOf: ({ name, scheme }) => ({ name, scheme }),
    fields: () => ({ name: { label: 'Name', rules: 'required' }, scheme: { label: 'Scheme' } }),
    changeOf: ({ name }, { version, name: was }) => (name === was ? undefined : { version, name }),
    run: (change) => {
      sent.push(change)
      return reply.promise
    },
    successText: ({ name }) => `${name} saved`,
    store: () => undefined,
    refresh: async () => undefined,
    saved: () => {
      left += 1
    },
  })
  return (
    <Form form={form}>
      <FormErrorNotice form={form} />
      <TextField {...form.field('name')} />
      <TextField {...form.field('scheme')} />
      <p>
        Version {base.version}, {form.dirty ? 'changed' : 'unchanged'}
      </p>
      {newer && (
        <button type="button" onClick={() => compare(newer)}>
          Show version {newer.version}
        </button>
      )}
      {conflict && (
        <button type="button" onClick={() => conflict.onSave({ ...conflict.theirs, name: values().name })}>
          Merge with {conflict.theirs.scheme}
        </button>
      )}
      <button type="submit">Save</button>
    </Form>
  )
}

const user = userEvent.setup()
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const scheme = () => screen.getByLabelText<HTMLInputElement>('Scheme')
const click = (label: string) => user.click(screen.getByRole('button', { name: label }))
const rename = async (text: string) => {
  await user.clear(name())
  await user.type(name(), text)
}

test('a newer version replaces the values of a form without changes', async () => {
  const { rerender } = render(<TenderForm record={tender(1)} />)
  rerender(<TenderForm record={tender(2, { name: 'Diesel card' })} />)
  await screen.findByText('Version 2, unchanged')
  expect(name().value).toBe('Diesel card')
})

test('offers a newer version next to the input, and merges both', async () => {
  const { rerender } = render(<TenderForm record={tender(1)} />)
  await rename('Mine')
  rerender(<TenderForm record={tender(2, { scheme: 'AMEX' })} />)
  await click('Show version 2')
  expect(name().value).toBe('Mine')
  await click('Merge with AMEX')
  expect(scheme().value).toBe('AMEX')
  await act(async () => reply.resolve(tender(3)))
  expect(sent).toEqual([{ version: 2, name: 'Mine' }])
  expect(left).toBe(1)
})

test('a conflict keeps the input and offers the server’s version', async () => {
  render(<TenderForm record={tender(1)} />)
  await rename('Mine')
  await click('Save')
  const current = tender(4, { scheme: 'JCB' })
  await act(async () =>
    reply.reject(new ApiError(409, { code: 'version_conflict', detail: 'Changed.', current })),
  )
  expect(name().value).toBe('Mine')
  expect(screen.queryByText('Changed.')).toBeNull()
  reply = Promise.withResolvers()
  await click('Merge with JCB')
  expect(sent).toEqual([
    { version: 1, name: 'Mine' },
    { version: 4, name: 'Mine' },
  ])
})

test('the form shows another refusal, and stays open', async () => {
  render(<TenderForm record={tender(1)} />)
  await rename('Mine')
  await click('Save')
  await act(async () => reply.reject(new ApiError(503, { code: 'busy', detail: 'Try again in a moment.' })))
  await screen.findByText('Try again in a moment.')
  expect(left).toBe(0)
})

test('leaves an unchanged form without a call', async () => {
  render(<TenderForm record={tender(1)} />)
  await click('Save')
  expect(sent).toEqual([])
  expect(left).toBe(1)
})

test('a save that ends after its form is unmounted shows a toast but does not navigate', async () => {
  const { unmount } = render(<TenderForm record={tender(1)} />)
  await rename('Mine')
  await click('Save')
  expect(sent).toHaveLength(1)
  unmount()
  await act(async () => reply.resolve(tender(2, { name: 'Mine' })))
  expect(useNotifications.getState().log.map(({ text }) => text)).toEqual(['Mine saved'])
  expect(left).toBe(0)
})
