import { PERMISSIONS } from '@backoffice/contract/access'
import { HIGH_RISK } from '@backoffice/contract/grants'
import { expect, it } from 'vitest'
import { RISK_WORDS, riskSentences } from './risk-words.ts'

it('has a text for exactly the high-risk permissions', () => {
  expect(Object.keys(RISK_WORDS).toSorted()).toEqual([...HIGH_RISK].toSorted())
})

it('lists risks about access last', () => {
  const said = riskSentences(PERMISSIONS).map(({ permission }) => permission)
  expect(said).toHaveLength(HIGH_RISK.size)
  expect(said.indexOf('card:unmask')).toBeLessThan(said.indexOf('user:create'))
})
