import { expect, test } from 'vitest'
import { type Ready, readyMessage } from './ready-message.ts'

const ready: Ready = {
  address: 'http://127.0.0.1:3000',
  watchAddress: null,
  logs: '.data/logs',
  hasOwnDatabase: true,
  userPoolId: undefined,
}

const DEMO = 'agent@backoffice.test'
const OUTBOX = '/dev/outbox'
const saysWhich = (change: Partial<Ready>) => {
  const words = readyMessage({ ...ready, ...change })
  return [DEMO, OUTBOX, 'npm run admin'].filter((part) => words.includes(part))
}

test('names demo accounts and outbox only where they exist', () => {
  expect(saysWhich({})).toEqual([DEMO, OUTBOX])
  expect(saysWhich({ hasOwnDatabase: false })).toEqual([OUTBOX, 'npm run admin'])
  for (const hasOwnDatabase of [true, false])
    expect(saysWhich({ hasOwnDatabase, userPoolId: 'ap-southeast-1_AbCdEf123' })).toEqual(['npm run admin'])
})

test('names address, pool and logs', () => {
  const words = readyMessage({ ...ready, userPoolId: 'ap-southeast-1_AbCdEf123' })
  for (const part of [ready.address, 'ap-southeast-1_AbCdEf123', 'Logs: .data/logs', 'Ctrl-C'])
    expect(words).toContain(part)
})
