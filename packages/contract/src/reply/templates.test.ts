import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replySentences } from '../reply-text.ts'
import { aCaseInReply, aResult, aTransaction } from '../testing/inquiry-samples.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import {
  arrangeSentences,
  checkTemplate,
  composedText,
  isRequiredPart,
  LANGUAGES,
  REPLY_PART_NAMES,
  STARTER_TEMPLATE,
  templateKindOf,
} from './templates.ts'

const RESULTS = [
  aResult({
    is_cut: true,
    criteria: { ...aResult().criteria, statuses: ['PENDING', 'REJECTED'] },
    items: [
      aTransaction(),
      aTransaction({ posting_age: 2 }),
      aTransaction({ status: 'REJECTED', posting_age: null }),
    ],
    pending_not_included: { on_dates: 1, outside_dates: 2, are_purchases: true },
    cases: [aCaseInReply()],
  }),
  aResult({ items: [], totals: { ...aResult().totals, pending: 0 } }),
  aResult({ outcome: 'NO_TRANSACTIONS', items: [] }),
]

const valid = (parts: readonly string[]) => checkTemplate({ ...STARTER_TEMPLATE, parts })
const text = fc.string({ maxLength: 40 })
const anyParts = fc.array(fc.oneof(fc.constantFrom(...REPLY_PART_NAMES), text), { maxLength: 20 })

test('no template adds a claim, repeats one or drops a required one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RESULTS),
      fc.constantFrom(...LANGUAGES),
      fc.record({ greeting: text, parts: anyParts, closing: text }),
      (result, language, template) => {
        const sentences = replySentences(result, language)
        const arranged = arrangeSentences(sentences, template.parts)
        expect(new Set(arranged).size).toBe(arranged.length)
        for (const sentence of arranged) expect(sentences).toContain(sentence)
        for (const sentence of sentences)
          if (isRequiredPart(sentence.part)) expect(arranged).toContain(sentence)
        const findings = arranged.map((each) => each.text).join('\n')
        const written = [template.greeting.trim(), findings, template.closing.trim()].filter(Boolean)
        expect(composedText(sentences, template)).toBe(written.join('\n\n'))
      },
    ),
    { numRuns: propertyRuns(1_000) },
  )
})

test('the starter template writes the findings as they are', () => {
  const sentences = RESULTS.map((result) => replySentences(result, 'en'))
  for (const each of sentences)
    expect(composedText(each, STARTER_TEMPLATE)).toBe(each.map(({ text: own }) => own).join('\n'))
  expect(checkTemplate(STARTER_TEMPLATE)).toEqual([])
})

test('parts may move, and a missing part never misleads', () => {
  expect(valid(REPLY_PART_NAMES.toReversed())).toEqual([])
  const droppable = REPLY_PART_NAMES.filter(
    (part) => valid(REPLY_PART_NAMES.filter((each) => each !== part)).length === 0,
  )
  expect(droppable).toEqual(['summary', 'nothing_pending'])
  expect(valid(REPLY_PART_NAMES.filter((part) => part !== 'late'))).toEqual([
    { field: 'parts', message: 'Late points can’t be left out' },
  ])
  expect(valid([...REPLY_PART_NAMES, 'late'])).toEqual([
    { field: 'parts', message: 'Late points appears twice' },
  ])
  expect(valid([...REPLY_PART_NAMES, 'refund'])).toEqual([
    { field: 'parts', message: 'There is no placeholder refund' },
  ])
})

test.each([
  ['Dear {member_name},', '{member_name} is not filled in here: Greeting is plain text'],
  ['About 9990 0000 0000 0011', 'Leave the card number out: this is shown to others'],
  ['x'.repeat(501), 'Greeting has at most 500 characters'],
  ['Dear customer,', undefined],
])('checks a greeting: %s', (greeting, message) => {
  const problems = checkTemplate({ ...STARTER_TEMPLATE, greeting })
  expect(problems).toEqual(message === undefined ? [] : [{ field: 'greeting', message }])
})

test('the newest case chooses the template', () => {
  expect(templateKindOf(aResult())).toBe('INQUIRY')
  const cases = [aCaseInReply(), aCaseInReply({ kind: 'WRONG_POINTS' })]
  expect(templateKindOf(aResult({ cases }))).toBe('WRONG_POINTS')
})
