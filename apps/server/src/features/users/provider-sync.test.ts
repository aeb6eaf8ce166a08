import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActionName } from './provider-actions.store.ts'
import { nextAction, replacedBy } from './provider-sync.ts'

type Row = { id: string; action: ActionName; state: 'waiting' | 'failed' }
const rows = (...actions: (ActionName | [ActionName, Row['state']])[]): Row[] =>
  actions.map((each, index) => {
    const [action, state] = typeof each === 'string' ? [each, 'waiting' as const] : each
    return { id: String(index + 1), action, state }
  })
const next = (actions: Row[], isDisabled = false) => nextAction(actions, isDisabled)?.action

test('disabling, removal and ending sessions precede earlier requests', () => {
  expect(next(rows('reset', 'disable'), true)).toBe('disable')
  expect(next(rows('reset', 'update', 'end-sessions'))).toBe('end-sessions')
  expect(next(rows('reset', 'disable', 'delete'), true)).toBe('delete')
})

test('an invitation comes first: without it there is no account to disable', () => {
  expect(next(rows('create', 'disable'), true)).toBe('create')
  expect(next(rows('resend', 'disable'), true)).toBe('disable')
  expect(next(rows(['create', 'failed'], 'disable', 'resend'), true)).toBe('resend')
})

test('a reset waits while the account is disabled and for a requested enable', () => {
  expect(next(rows('reset'), true)).toBeUndefined()
  expect(next(rows('reset', 'enable'))).toBe('enable')
  expect(next(rows('reset'))).toBe('reset')
})

type Account = { isRemoved: boolean; isEnabled: boolean }

function apply(account: Account, { action }: Row) {
  // The provider refuses a reset of a disabled account.
  if (action === 'reset') expect(account.isEnabled).toBe(true)
  if (action === 'disable') account.isEnabled = false
  if (action === 'enable') account.isEnabled = true
  if (action === 'delete') account.isRemoved = true
}

const requested: fc.Arbitrary<ActionName> = fc.constantFrom(
  'update',
  'enable',
  'disable',
  'reset',
  'authenticator',
  'end-sessions',
  'delete',
)
/** A request, or an attempt that the provider accepts or not. */
const step = fc.oneof(
  fc.record({ request: requested }),
  fc.record({ isAccepted: fc.boolean(), isReplyLost: fc.boolean() }),
)

test('the account always reaches the last requested state, and no acknowledged action is repeated', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const account: Account = { isRemoved: false, isEnabled: true }
      const acknowledged = new Set<string>()
      let open: Row[] = []
      let isDisabled = false
      let isDeleted = false
      let ids = 0
      const attempt = (isReplyLost = false) => {
        const row = nextAction(open, isDisabled)
        if (!row) return false
        const taking = open.some(({ action }) => ['delete', 'disable', 'end-sessions'].includes(action))
        const isLater = open.some(({ action }) => action === 'enable')
        if (taking && !isLater) expect(['delete', 'disable', 'end-sessions']).toContain(row.action)
        // Only an action whose reply was lost is repeated.
        expect(acknowledged.has(row.id)).toBe(false)
        apply(account, row)
        if (isReplyLost) return !account.isRemoved
        acknowledged.add(row.id)
        const gone = new Set(replacedBy(row, open))
        open = open.filter((each) => !gone.has(each))
        return true
      }
      for (const each of steps) {
        if ('request' in each) {
          if (isDeleted) continue
          const action = each.request
          if (action === 'enable' || action === 'disable') isDisabled = action === 'disable'
          isDeleted = action === 'delete'
          open = [...open, { id: String(++ids), action, state: 'waiting' }]
        } else if (each.isAccepted && !account.isRemoved) attempt(each.isReplyLost)
      }
      while (!account.isRemoved && attempt());
      expect(account.isRemoved).toBe(isDeleted)
      if (isDeleted) return
      expect(account.isEnabled).toBe(!isDisabled)
      expect(open.every(({ action }) => action === 'reset' && isDisabled)).toBe(true)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
