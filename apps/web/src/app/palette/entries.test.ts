import { expect, it } from 'vitest'
import { looksLikeCardNumber } from './entries.ts'

it.each([
  ['9990000000000011', true],
  ['9990 0000 0000 0011', true],
  ['card 9990-0000-0000-0011', true],
  // Incomplete, or with a wrong digit.
  ['999000000', true],
  ['9990 0000 0000 0012', true],
  ['card 999000000000001', true],
  ['20261120', false],
  ['2026-11-20', false],
  ['60417733', false],
  ['branch-0417-november.csv', false],
  ['cards_20261120_0417.csv', false],
  ['5f0c2d9e-6a1b-4c3d-9e8f-001122334455', false],
  ['', false],
])('%j looks like a card number: %s', (query, expected) => expect(looksLikeCardNumber(query)).toBe(expected))
