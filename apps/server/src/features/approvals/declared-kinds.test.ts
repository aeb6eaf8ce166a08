import { expect, test } from 'vitest'
import type { ApprovableCall, Outcome } from '../../kernel/approvals.ts'
import { requireDeclared } from './gate.ts'

const call = { id: 'tenders.create', endpoint: { approval: ['MASS_CHANGE'] } } as unknown as ApprovableCall
const outcome = (kind: 'MASS_CHANGE' | 'MONEY'): Outcome => ({
  resource: {},
  unchanged: true,
  proposal: { what: 'Create tender', records: [], effects: [{ kind, count: 1 }] },
})

test('an effect of a kind that the endpoint does not declare fails the call', () => {
  expect(() => requireDeclared(call, outcome('MASS_CHANGE'))).not.toThrow()
  expect(() => requireDeclared(call, outcome('MONEY'))).toThrow('tenders.create has an effect of kind MONEY')
})
