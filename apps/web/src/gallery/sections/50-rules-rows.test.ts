import { checkField } from '@backoffice/contract/rules/check'
import { parseRules } from '@backoffice/contract/rules/grammar'
import { productRules } from '@backoffice/contract/rules/product'
import { standardRules } from '@backoffice/contract/rules/standard'
import { expect, test } from 'vitest'
import { COMPARISONS, FILES, NUMBERS, PRODUCT, REST, type RuleRow, TEXT } from './50-rules-rows.ts'

const nameOf = ({ rules }: RuleRow) => parseRules(rules).map(({ name }) => name)
const standard = [...TEXT, ...NUMBERS, ...COMPARISONS, ...FILES]

test('shows every rule once, required as the product’s own', () => {
  const names = Object.keys(standardRules).filter((name) => name !== 'required')
  expect(standard.flatMap(nameOf).sort()).toEqual(names.sort())
  expect(PRODUCT.flatMap(nameOf).sort()).toEqual(Object.keys(productRules).sort())
})

/** Image rules need a browser and are tested there. */
const decided = [...standard, ...PRODUCT].filter((row) => !nameOf(row).includes('dimensions'))

test.each(decided)('$rules passes and fails as its row states', async ({ rules, passing, failing }) => {
  const field = { name: 'shown', values: REST }
  expect(await checkField(passing, rules, field)).toBeUndefined()
  expect(await checkField(failing, rules, field)).toBeDefined()
})
