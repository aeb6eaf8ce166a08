import { companyGroups } from '@backoffice/contract/tables/company-groups'
import { tenders } from '@backoffice/contract/tables/tenders'
import { transactionCodes } from '@backoffice/contract/tables/transaction-codes'
import { expect, test } from 'vitest'
import { type RowChange, rowEffects } from './row-effects.ts'

const TODAY = '2026-11-27'
const row = {
  status: 'ACTIVE',
  bin_from: '900001',
  bin_to: '900009',
  effective_from: null,
  effective_to: null,
}

test.each([
  ['another range', { bin_to: '900010' }, true],
  ['no range', { bin_from: null, bin_to: null }, true],
  ['another status', { status: 'INACTIVE' }, true],
  ['an end', { effective_to: '2026-11-26' }, true],
  ['a later start', { effective_from: '2026-12-01' }, true],
  ['another payment method', { payment_method_code: 'PTS' }, true],
  ['another name', { tender_name: 'Renamed' }, false],
])('an active row with a BIN range and %s', (_, changes, isRange) => {
  const kinds = rowEffects(tenders, { before: row, after: { ...row, ...changes } }, TODAY)
  expect(kinds.includes('BIN_RANGE')).toBe(isRange)
})

test('a range of an inactive row has no effect', () => {
  const inactive = { ...row, status: 'INACTIVE' }
  const after = { ...inactive, bin_to: '900010' }
  expect(rowEffects(tenders, { before: inactive, after }, TODAY)).toEqual(['MASS_CHANGE'])
})

const code = { tran_code: '1000', class: 'EARN', points_sign: '1', posts_to_ledger: 'true', status: 'ACTIVE' }

test.each([
  ['another sign', { points_sign: '-1' }, true],
  ['no posting', { posts_to_ledger: 'false' }, true],
  ['another key', { tran_code: '1001' }, true],
  ['another description', { description: 'Earned' }, false],
])('a transaction code with %s', (_, changes, isMoney) => {
  const after = { ...code, ...changes }
  expect(rowEffects(transactionCodes, { before: code, after }, TODAY).includes('MONEY')).toBe(isMoney)
  expect(rowEffects(transactionCodes, { before: null, former: code, after }, TODAY).includes('MONEY')).toBe(
    isMoney,
  )
  expect(rowEffects(transactionCodes, { before: null, after }, TODAY)).toEqual(['MASS_CHANGE'])
})

test('a settlement account moves money, also in a new company', () => {
  const change = { before: null, after: { status: 'ACTIVE' }, masked: ['settlement_account_ref'] }
  expect(rowEffects(companyGroups, change, TODAY)).toEqual(['MASS_CHANGE', 'MONEY'])
})

const OF_COMPANY = {
  company_code: 'NLF',
  payment_method_code: 'CSH',
  status: 'ACTIVE',
  effective_from: null,
  effective_to: null,
}
const ended = { ...OF_COMPANY, effective_to: '2026-11-26' }
const inactive = { ...OF_COMPANY, status: 'INACTIVE' }

test.each([
  ['new', null, OF_COMPANY, true],
  ['new and inactive', null, inactive, false],
  ['inactive', OF_COMPANY, inactive, true],
  ['active', inactive, OF_COMPANY, true],
  ['ended', OF_COMPANY, ended, true],
  ['deleted', OF_COMPANY, null, true],
  ['deleted while inactive', inactive, null, false],
  ['renamed', OF_COMPANY, { ...OF_COMPANY, tender_name: 'Renamed' }, false],
])('a row of one company that is %s moves money if the row for all differs', (_, before, after, moves) => {
  const isMoney = (substitutes: { payment_method_code: string }[]) =>
    rowEffects(tenders, { before, after, substitutes }, TODAY).includes('MONEY')
  expect(isMoney([{ payment_method_code: 'CRD' }])).toBe(moves)
  expect(isMoney([{ payment_method_code: 'CSH' }])).toBe(false)
  expect(isMoney([])).toBe(false)
})

test('the row for all companies moves money when it starts, not when it ends', () => {
  const ofAll = { ...OF_COMPANY, company_code: '*' }
  const substitutes = [{ payment_method_code: 'CRD' }]
  const isMoney = (change: Pick<RowChange, 'before' | 'after'>) =>
    rowEffects(tenders, { ...change, substitutes }, TODAY).includes('MONEY')
  expect(isMoney({ before: null, after: ofAll })).toBe(true)
  expect(isMoney({ before: ofAll, after: null })).toBe(false)
})
