import { expect, test } from 'vitest'
import { checkEnglish } from './english.ts'

const rejected = [
  '/** Of its successes. */',
  '/**\n * Whether it runs. */',
  '// The job is told once.',
  "test('Somebody saved', () => {})",
  'Run it anew.',
  'nobody',
  'whoever',
  'const text = usersInWords(2)',
  'type Kept = {}',
  'interface Listed extends Row {}',
  'class Measured<T> {}',
]

const accepted = [
  '/** Success statuses of the endpoint. */',
  '/** Offers a page. */',
  '// Where it ends',
  'untold',
  'tell-provider',
  'describeUsers(2)',
  'type Feed = {}',
  'type Document = {}',
  'type StoredCard = {}',
  'import type { Listed } from',
]

test.each(rejected)('rejects %j', (text) => expect(checkEnglish('a.ts', text)).toHaveLength(1))

test.each(accepted)('accepts %j', (text) => expect(checkEnglish('a.ts', text)).toEqual([]))

test('names the line, the phrase and what to write', () => {
  expect(checkEnglish('a.ts', 'first\nsecond\n/**\n * Of a row. */')).toEqual([
    expect.stringMatching(/^a\.ts:4 "Of": .+ Write .+\.$/),
  ])
})

test('applies no rule to an exception', () => {
  const text = 'const account = "nobody"'
  expect(checkEnglish('dev/postgres/account.ts', text)).toEqual([])
  expect(checkEnglish('dev/postgres/start.ts', text)).toHaveLength(1)
})
