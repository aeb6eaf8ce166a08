import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const KNOWN = 30_000
/** Guesses of each of 30 last fours, together just less than half of the file. */
const GUESSES_EACH = 996

let system: TestSystem
let known: string[]

beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  known = Array.from({ length: 100 }, (_, index) => candidates(String(5_000 + index), KNOWN / 100)).flat()
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT number::bigint, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••' FROM unnest($1::text[]) AS number`,
    [known],
  )
})
afterAll(() => system.stop())

async function run(numbers: readonly string[], as = 'agent') {
  const { source_filekey } = await dryRun(system, cardFile(numbers), as)
  return runInquiry(system, source_filekey, as)
}

const usersNearHold = async () => (await system.call(api.status.get, {}, 'auditor')).users_near_hold

test('30,000 found cards do not hide 29,880 guesses in the same file, and /status counts users near a limit', async () => {
  const guesses = Array.from({ length: 30 }, (_, index) =>
    candidates(String(index + 1).padStart(4, '0'), GUESSES_EACH),
  )
  expect(await run([...known, ...guesses.flat()])).toMatchObject({
    state: 'COMPLETED',
    hold: { is_held: true, because: 'SAME_LAST_FOUR' },
    counts: { found: null, not_found: null },
  })
  expect(await usersNearHold()).toBe(1)
  // A tenth of the limit of 500.
  expect((await run(candidates('0012', 50), 'supervisor')).hold).toBeNull()
  expect(await usersNearHold()).toBe(1)
  await run(candidates('0012', 1, 50), 'supervisor')
  expect(await usersNearHold()).toBe(2)
})
