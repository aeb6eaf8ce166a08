import { expect, it } from 'vitest'
import { merge, results } from '../../kit/record/merge.ts'
import { chosenOf, chosenTexts, differing, withItem } from './chosen.ts'

it('is the same list in any order of choices', () => {
  expect(withItem(['b'], 'a', true)).toEqual(withItem(['a'], 'b', true))
  expect(withItem(['a'], 'a', true)).toEqual(['a'])
  expect(withItem(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(differing(['a', 'b'], ['b', 'c'])).toEqual(['a', 'c'])
})

it('merges the choices of two users item by item, without a conflict', () => {
  const texts = (...items: string[]) => chosenTexts('policy', items)
  const [base, mine, theirs] = [
    texts('kept', 'mine', 'both'),
    texts('kept', 'both', 'new'),
    texts('kept', 'mine', 'other'),
  ]
  const names = [...new Set([base, mine, theirs].flatMap((each) => Object.keys(each)))]
  const fields = merge(base, mine, theirs, names)
  expect(fields.filter(({ changed }) => changed === 'both')).toEqual([])
  expect(chosenOf('policy', results(fields, {}))).toEqual(['kept', 'new', 'other'])
  expect(chosenOf('module', results(fields, {}))).toEqual([])
})
