import { PERMISSIONS } from '@backoffice/contract/access'
import { HIGH_RISK } from '@backoffice/contract/grants'
import { expect, it } from 'vitest'
import { RISK_WORDS, riskSentences } from './risk-words.ts'

it('has words for every permission of high risk, and for no other', () => {
  expect(Object.keys(RISK_WORDS).toSorted()).toEqual([...HIGH_RISK].toSorted())
})

it('speaks of what is seen and moved before access itself', () => {
  const said = riskSentences(PERMISSIONS).map(({ permission }) => permission)
  expect(said).toHaveLength(HIGH_RISK.size)
  expect(said.indexOf('card:unmask')).toBeLessThan(said.indexOf('user:create'))
})
