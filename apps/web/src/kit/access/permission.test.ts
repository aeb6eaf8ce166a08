import type { Access } from '@backoffice/contract/access'
import { describe, expect, test } from 'vitest'
import { attributesOf, decide, type Need } from './permission.ts'

const access = (modules: readonly string[], policies: readonly string[]): Access => ({ modules, policies })

const ABSENT = { isShown: false, isAllowed: false }
const DENIED = { isShown: true, isAllowed: false }
const ALLOWED = { isShown: true, isAllowed: true }
const IMPORT = ['tender:import', 'file:upload'] as const satisfies Need

describe('access to an element', () => {
  test.each<[string, Need, Access, typeof ALLOWED | typeof DENIED | typeof ABSENT]>([
    ['no module', 'tender:create', access(['Glass'], ['tender:create']), ABSENT],
    ['no module, all actions', 'tender:create', access(['Glass'], ['*:*']), ABSENT],
    ['no action', 'tender:create', access(['Lookup'], ['tender:view']), DENIED],
    ['a wildcard of actions does not count', 'tender:create', access(['Lookup'], ['*:create']), DENIED],
    ['the action', 'tender:create', access(['Lookup'], ['tender:create']), ALLOWED],
    ['every action of the resource', 'tender:create', access(['All'], ['tender:*']), ALLOWED],
    ['one of two modules', IMPORT, access(['Lookup'], ['*:*']), ABSENT],
    ['one of two actions', IMPORT, access(['Lookup', 'Files'], ['tender:import']), DENIED],
    ['both actions', IMPORT, access(['Lookup', 'Files'], ['tender:*', 'file:upload']), ALLOWED],
    ['none of the modules', { anyModule: ['Users', 'Audit'] }, access(['Files'], ['*:*']), ABSENT],
    ['any of the modules', { anyModule: ['Users', 'Audit'] }, access(['Audit'], []), ALLOWED],
    ['all modules', { anyModule: ['Users', 'Audit'] }, access(['All'], []), ALLOWED],
    ['an empty list of modules', { anyModule: [] }, access(['Users'], ['*:*']), ABSENT],
  ])('%s', (_, need, held, decision) => {
    expect(decide(held, need)).toEqual(decision)
  })
})

test('the element names all permissions it needs, and is disabled without one of them', () => {
  expect(attributesOf(IMPORT, DENIED)).toEqual({
    'data-permission': 'tender:import file:upload',
    'data-denied': true,
    'aria-disabled': true,
  })
  expect(attributesOf('tender:create', ALLOWED)).toEqual({
    'data-permission': 'tender:create',
    'data-denied': undefined,
    'aria-disabled': undefined,
  })
})
