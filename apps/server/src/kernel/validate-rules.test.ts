import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { describeRules, validateRules } from './validate-call.ts'

const { rules } = api.inquiries.run
const body = { mode: 'FILE', purpose: 'AUDIT', ticket_no: 'OPS-1' }

test('every broken field of a confirmation is named, with the rule and its sentence', async () => {
  const ticket_no = 'x'.repeat(31)
  const refused = validateRules(rules, { ...body, ticket_no, duplicate_reason: 'y'.repeat(201) })
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

test('30 characters are characters, not the units a computer stores them in', async () => {
  await validateRules(rules, { ...body, ticket_no: '😀'.repeat(30) })
})

test('what was not sent breaks no rule but the required ones', async () => {
  await validateRules(rules, body)
  const refused = validateRules(rules, { mode: 'FILE' })
  await expect(refused).rejects.toMatchObject({
    fields: [
      { code: 'select_required', message: 'Select Purpose' },
      { code: 'required', message: 'Enter Ticket number' },
    ],
  })
})

test('of a partial body only what was sent is checked', async () => {
  await validateRules(rules, { mode: 'FILE' }, { partial: true })
  const refused = validateRules(rules, { purpose: '' }, { partial: true })
  await expect(refused).rejects.toMatchObject({ fields: [{ field: 'purpose', code: 'select_required' }] })
})

test('the description of a call names its rules', () => {
  expect(describeRules(rules)).toBe(
    ' Rules: `purpose` select_required; `ticket_no` required|max:30; `duplicate_reason` max:200.',
  )
  expect(describeRules(undefined)).toBe('')
})
