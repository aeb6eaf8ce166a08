import { expect, test } from 'vitest'
import { satisfies } from './install-packages.mjs'

const wanted = {
  packages: {
    '': {},
    'apps/web': { version: '1.0.0' },
    'node_modules/@backoffice/web': { link: true },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
}

const installed = {
  'node_modules/@backoffice/web': { link: true },
  'node_modules/pg': { version: '8.23.1' },
}

test('packages that match the lockfile are not installed again', () => {
  expect(satisfies({ packages: installed }, wanted)).toBe(true)
})

test.each([
  ['a package is missing', { 'node_modules/@backoffice/web': { link: true } }],
  ['a package has another version', { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
  ['a workspace is not linked', { ...installed, 'node_modules/@backoffice/web': { version: '1.0.0' } }],
])('installs when %s', (_, packages) => {
  expect(satisfies({ packages }, wanted)).toBe(false)
})
