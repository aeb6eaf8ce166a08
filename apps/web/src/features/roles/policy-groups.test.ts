import { expect, it } from 'vitest'
import { inertPolicies, policyGroups } from './policy-groups.ts'

const policy = (name: string, statements: string[], is_grantable = true) => ({
  id: name,
  name,
  risk: 'LOW' as const,
  statements,
  is_grantable,
})

it('groups by the module of the first statement, in the order of the modules, then by name', () => {
  const groups = policyGroups(
    [
      policy('Own files', ['file:upload', 'inquiry:run']),
      policy('Tenders', ['tender:*']),
      policy('Cards', ['card:unmask']),
      policy('Admin', ['*:*']),
      policy('All inquiries', ['inquiry:view-all']),
      policy('Empty', []),
    ],
    ['Cards'],
    ['Tenders'],
  )
  expect(groups.map(({ label, rows }) => [label, ...rows.map((row) => row.label)])).toEqual([
    ['All modules', 'Admin'],
    ['Lookup', 'Tenders'],
    ['SMAC Inquiry', 'All inquiries', 'Cards'],
    ['Files', 'Own files'],
    ['Without statements', 'Empty'],
  ])
  const rows = groups.flatMap((group) => group.rows)
  expect(rows.filter(({ isChosen, wasChosen }) => isChosen && !wasChosen).map(({ id }) => id)).toEqual([
    'Cards',
  ])
  expect(rows.filter(({ isChosen, wasChosen }) => !isChosen && wasChosen).map(({ id }) => id)).toEqual([
    'Tenders',
  ])
})

it('explains why a policy cannot be granted', () => {
  const [group] = policyGroups(
    [policy('Cards', ['card:unmask'], false), policy('Runs', ['inquiry:run'])],
    [],
    [],
  )
  expect(group?.rows.map(({ refusal }) => refusal !== undefined)).toEqual([true, false])
})

const TENDERS = { id: '1', name: 'Tenders', statements: ['tender:*', 'trancode:view'] }
const MIXED = { id: '2', name: 'Own files', statements: ['file:upload', 'inquiry:run'] }
const EVERYTHING = { id: '3', name: 'Everything', statements: ['*:*'] }
const EMPTY = { id: '4', name: 'Empty', statements: [] }
const ALL = [TENDERS, MIXED, EVERYTHING, EMPTY]
const texts = (policies: Parameters<typeof inertPolicies>[0], modules: string[]) =>
  inertPolicies(policies, modules).map(({ text }) => text)

it('a policy does nothing without the module of its actions', () => {
  expect(texts([TENDERS], ['Files'])).toEqual(['Tenders does nothing until you choose the module Lookup.'])
  expect(texts([MIXED], [])).toEqual([
    'Own files does nothing until you choose the modules SMAC Inquiry and Files.',
  ])
  expect(texts([EVERYTHING], [])).toEqual(['Everything does nothing until you choose a module.'])
})

it('a part of a policy may do nothing', () => {
  expect(texts([MIXED], ['Files'])).toEqual([
    'A part of Own files does nothing until you choose the module SMAC Inquiry.',
  ])
})

it('policies that have their modules get no warning', () => {
  expect(texts(ALL, ['All'])).toEqual([])
  expect(texts(ALL, ['Lookup', 'Files', 'SMAC Inquiry'])).toEqual([])
  expect(texts([EMPTY], [])).toEqual([])
})
