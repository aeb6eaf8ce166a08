import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { checkRules, describeRules } from './check-input.ts'

const { rules } = api.inquiries.run
const body = { mode: 'FILE', purpose: 'AUDIT', ticket_no: 'OPS-1' }

test('names every invalid field of a confirmation with its rule and message', async () => {
  const ticket_no = 'x'.repeat(31)
  const refused = checkRules(rules, { ...body, ticket_no, duplicate_reason: 'y'.repeat(201) })
  await expect(refused).rejects.toMatchObject({
    status: 422,
    message:
      'Not accepted: ticket_no: Ticket Number must only contain 30 characters; duplicate_reason: Reason For Running It Again must only contain 200 characters',
    fields: [
      { field: 'ticket_no', code: 'max', message: 'Ticket Number must only contain 30 characters' },
      {
        field: 'duplicate_reason',
        code: 'max',
        message: 'Reason For Running It Again must only contain 200 characters',
      },
    ],
  })
})

test('counts characters, not code units', async () => {
  await checkRules(rules, { ...body, ticket_no: '😀'.repeat(30) })
})

test('a missing field violates only required rules', async () => {
  await checkRules(rules, body)
  const refused = checkRules(rules, { mode: 'FILE' })
  await expect(refused).rejects.toMatchObject({
    fields: [
      { code: 'select_required', message: 'Select Purpose' },
      { code: 'required', message: 'Enter Ticket number' },
    ],
  })
})

test('checks only the fields that a partial body has', async () => {
  await checkRules(rules, { mode: 'FILE' }, { partial: true })
  const refused = checkRules(rules, { purpose: '' }, { partial: true })
  await expect(refused).rejects.toMatchObject({ fields: [{ field: 'purpose', code: 'select_required' }] })
})

test('describes the rules of a call', () => {
  expect(describeRules(rules)).toBe(
    ' Rules: `purpose` select_required; `ticket_no` required|max:30; `duplicate_reason` max:200.',
  )
  expect(describeRules(undefined)).toBe('')
})
