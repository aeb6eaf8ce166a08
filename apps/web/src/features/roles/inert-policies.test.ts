import { expect, test } from 'vitest'
import { inertPolicies } from './inert-policies.ts'

const TENDERS = { id: '1', name: 'Tenders', statements: ['tender:*', 'trancode:view'] }
const MIXED = { id: '2', name: 'Own files', statements: ['file:upload', 'inquiry:run'] }
const EVERYTHING = { id: '3', name: 'Everything', statements: ['*:*'] }
const EMPTY = { id: '4', name: 'Empty', statements: [] }
const ALL = [TENDERS, MIXED, EVERYTHING, EMPTY]
const texts = (policies: Parameters<typeof inertPolicies>[0], modules: string[]) =>
  inertPolicies(policies, modules).map(({ text }) => text)

test('a policy does nothing without the module of its actions', () => {
  expect(texts([TENDERS], ['Files'])).toEqual(['Tenders does nothing until you choose the module Lookup.'])
  expect(texts([MIXED], [])).toEqual([
    'Own files does nothing until you choose the modules SMAC Inquiry and Files.',
  ])
  expect(texts([EVERYTHING], [])).toEqual(['Everything does nothing until you choose a module.'])
})

test('a part of a policy may do nothing', () => {
  expect(texts([MIXED], ['Files'])).toEqual([
    'A part of Own files does nothing until you choose the module SMAC Inquiry.',
  ])
})

test('nothing is said about policies that have their modules', () => {
  expect(texts(ALL, ['All'])).toEqual([])
  expect(texts(ALL, ['Lookup', 'Files', 'SMAC Inquiry'])).toEqual([])
  expect(texts([EMPTY], [])).toEqual([])
})
