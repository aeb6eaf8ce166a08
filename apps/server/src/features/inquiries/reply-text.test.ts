// over 300 lines: a check of the data for every sentence of the text
import type { InquiryResult } from '@backoffice/contract/inquiries'
import { SINGLE_MODES } from '@backoffice/contract/inquiry-criteria'
import { elementAt } from '@backoffice/contract/objects'
import { replySentences } from '@backoffice/contract/reply-text'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { TRAN_CLASS_LABELS } from '@backoffice/contract/transactions'
import { writtenDay, writtenHundredths } from '@backoffice/contract/written-values'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../db/client.ts'
import { createLedger, type Ledger } from '../../db/ledger.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { findResult, type InquiryRequest } from './result.store.ts'
import { subjectOf } from './run-single.ts'

const database = useTestDatabase()
let sources: { db: Database; ledger: Ledger }
beforeAll(() => {
  const pool = createPool(database.url)
  const db = createDatabase(pool)
  const apart = database.ledgerUrl === database.url ? null : createPool(database.ledgerUrl)
  sources = { db, ledger: createLedger({ db, pool }, apart) }
})
afterAll(async () => {
  await sources.db.destroy()
  if (sources.ledger.isApart) await sources.ledger.db.destroy()
})

const AS_OF = '2026-11-20'
const CARDS = ['9990000000000011', '9990000000000029', '9990000000001233'] as const
const ACCOUNTS = ['2000417733', '2000417733', '2000400001'] as const
const SUBJECTS = { CARD: CARDS[0], ACCOUNT: ACCOUNTS[0], REFERENCE: 'N001' } as const

const daysBefore = (days: number) =>
  new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString().slice(0, 10)
/** Without holidays. */
const workingDays = (day: string) =>
  Array.from({ length: 400 }, (_, days) => daysBefore(days)).filter(
    (each) => each > day && new Date(each).getUTCDay() % 6 !== 0,
  ).length

const tranClass = fc.constantFrom('EARN' as const, 'EARN' as const, 'REDEEM' as const, 'ADJUSTMENT' as const)
const status = fc.constantFrom(
  'POSTED' as const,
  'PENDING' as const,
  'PENDING' as const,
  'REVERSED' as const,
  'REJECTED' as const,
)
const [company, branch, terminal] = [
  fc.constantFrom('NLF', 'MBR'),
  fc.constantFrom('0417', '0102'),
  fc.constantFrom('60417001', 'T0000009'),
]
const hundredths = fc.integer({ min: -500, max: 500_000 })
const transaction = fc.record({
  card: fc.constantFrom(...CARDS),
  day: fc.integer({ min: 0, max: 120 }).map(daysBefore),
  tran_class: fc.option(tranClass, { freq: 8 }),
  status,
  company: fc.option(company, { freq: 5 }),
  branch: fc.option(branch, { freq: 5 }),
  terminal: fc.option(terminal, { freq: 5 }),
  receipt: fc.option(fc.constantFrom('N001', 'N002'), { freq: 5 }),
  amount: hundredths,
  points: hundredths,
})
type Row = typeof transaction extends fc.Arbitrary<infer T> ? T : never

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined })
const some = <T>(value: fc.Arbitrary<T>) => optional(fc.uniqueArray(value, { minLength: 1, maxLength: 2 }))
const filters = fc.oneof(
  fc.constant({}),
  fc.record({
    tran_classes: some(tranClass),
    statuses: some(status),
    company_code: optional(company),
    branch_code: optional(branch),
    terminal_id: optional(terminal),
  }),
)
const scenario = fc.record({
  rows: fc.array(transaction, { maxLength: 9 }),
  knownCards: fc.subarray([...CARDS]),
  mode: fc.constantFrom(...SINGLE_MODES),
  range: fc
    .tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 91 }))
    .map(([end, length]) => ({ dateFrom: daysBefore(end + length), dateTo: daysBefore(end) })),
  filters,
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

async function fill({ rows, knownCards }: Scenario): Promise<void> {
  await database.ledger.query('DELETE FROM cards')
  await database.ledger.query('DELETE FROM transactions')
  await database.ledger.query(
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT card, account, 'GOLD', 'ACTIVE', 0, 'J•••' FROM unnest($1::bigint[], $2::text[]) AS x(card, account)`,
    [knownCards, knownCards.map((card) => ACCOUNTS[CARDS.indexOf(card)])],
  )
  await database.ledger.query(
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
       source_tran_code, tran_class, status, company_code, branch_code, terminal_id, receipt_no, amount, points)
     SELECT row_number() OVER (), card, day, day + time '04:00', 'POS', 'SALE', tran_class, status, company, branch,
       terminal, receipt, amount, points
     FROM json_to_recordset($1) AS x(card bigint, day date, tran_class text, status text, company text, branch text,
       terminal text, receipt text, amount bigint, points bigint)`,
    [JSON.stringify(rows)],
  )
}

async function replyOf({ mode, range, filters }: Scenario): Promise<InquiryResult> {
  const value = SUBJECTS[mode]
  const present = Object.fromEntries(Object.entries(filters).filter(([, each]) => each !== undefined))
  const request: InquiryRequest = {
    ...subjectOf(mode, value),
    ticketNo: 'OPS-1',
    ...range,
    asOf: AS_OF,
    filters: present,
  }
  return {
    id: '00000000-0000-4000-8000-000000000001',
    mode,
    purpose: 'AUDIT',
    ticket_no: 'OPS-1',
    owner: { id: '00000000-0000-4000-8000-000000000002', name: 'Alma Dizon' },
    created_at: `${AS_OF}T00:21:00Z`,
    as_of: AS_OF,
    criteria: { subject: value, card_id: null, date_from: range.dateFrom, date_to: range.dateTo, ...present },
    ...(await findResult(sources, request)),
    cases: [],
  }
}

function subjectRows({ rows, mode, knownCards }: Scenario): Row[] {
  if (mode === 'CARD') return rows.filter(({ card }) => card === CARDS[0])
  if (mode === 'REFERENCE') return rows.filter(({ receipt }) => receipt === SUBJECTS.REFERENCE)
  return rows.filter(({ card }) => card !== CARDS[2] && knownCards.includes(card))
}

const sum = (rows: readonly Row[], field: 'amount' | 'points') =>
  rows.reduce((total, row) => total + row[field], 0)
const isLate = ({ day }: Row) => workingDays(day) > 15
const number = (text = '0') => Number(text.replaceAll(',', ''))

type Facts = { all: Row[]; dated: Row[]; matching: Row[]; isNarrowed: boolean; scenario: Scenario }
type Claim = [pattern: RegExp, holds: (match: Record<string, string | undefined>, facts: Facts) => void]

/** Late purchases with a sentence of their own. */
const NAMED = 3

/** Checks that the noun of a sentence fits the counted transactions. */
function expectNoun(noun: string | undefined, rows: readonly Row[]): void {
  if (noun?.startsWith('purchase'))
    expect(rows.map(({ tran_class }) => tran_class)).toEqual(rows.map(() => 'EARN'))
}

const PURCHASE =
  '₱ (?<amount>\\S+) on (?<day>[^,.]*?)(?: at branch (?<branch>\\w+))?(?:, receipt (?<receipt>\\w+))?'

function expectOne(match: Record<string, string | undefined>, rows: readonly Row[], points?: string): void {
  const found = rows.filter(
    (row) =>
      writtenHundredths(row.amount) === match.amount &&
      writtenDay(row.day) === match.day &&
      row.branch === (match.branch ?? null) &&
      row.receipt === (match.receipt ?? null) &&
      (points === undefined || writtenHundredths(row.points) === points),
  )
  expect(found).not.toEqual([])
}

/** Every possible sentence, with its check against the unfiltered data. */
const CLAIMS: readonly Claim[] = [
  [/^(Card|Account|Reference) .*, checked on 20 Nov 2026 at 08:21\.$/, () => undefined],
  [
    /^Only (?<what>.*) are listed\.$/,
    ({ what }, { scenario: { filters } }) => {
      const {
        tran_classes = [],
        statuses = [],
        company_code,
        branch_code,
        terminal_id,
      } = filters as InquiryResult['criteria']
      for (const each of tran_classes) expect(what).toContain(TRAN_CLASS_LABELS[each].toLowerCase())
      for (const each of statuses) expect(what).toContain(each.toLowerCase())
      for (const each of [company_code, branch_code, terminal_id]) expect(what).toContain(each ?? '')
    },
  ],
  [
    /^(?<rows>\S+) transactions?, ₱ (?<amount>[^:]+?)(: (?:(?<earned>\S+) points posted)?(?:, )?(?:(?<redeemed>\S+) points redeemed)?)?\.$/,
    ({ rows, amount, earned, redeemed }, { matching, isNarrowed }) => {
      expect(number(rows)).toBe(matching.length)
      expect(amount).toBe(
        writtenHundredths(
          sum(
            matching.filter(({ status }) => status !== 'REJECTED'),
            'amount',
          ),
        ),
      )
      const posted = matching.filter(({ status }) => status === 'POSTED')
      const [earn, redeem] = ['EARN', 'REDEEM'].map((name) =>
        sum(
          posted.filter(({ tran_class }) => tran_class === name),
          'points',
        ),
      )
      if (earned !== undefined || !isNarrowed || earn !== 0) expect(earned).toBe(writtenHundredths(earn ?? 0))
      if (redeemed !== undefined || !isNarrowed || redeem !== 0)
        expect(redeemed).toBe(writtenHundredths(0 - (redeem ?? 0)))
      // With filters, a 0 would wrongly claim that the other transactions have none either.
      if (isNarrowed) expect([earned, redeemed]).not.toContain('0.00')
    },
  ],
  [
    new RegExp(
      `^Late: ${PURCHASE}\\. (?<points>\\S+) points pending for (?<days>\\d+) working days; points post within 15\\.$`,
    ),
    (match, { matching }) =>
      expectOne(
        match,
        matching.filter(
          (row) => row.status === 'PENDING' && isLate(row) && workingDays(row.day) === number(match.days),
        ),
        match.points,
      ),
  ],
  [
    /^Also late: (?<count>\S+) more (?<noun>\w+)\.$/,
    ({ count, noun }, { matching }) => {
      const ages = new Map(matching.map((row) => [row, workingDays(row.day)]))
      const ageOf = (row: Row) => ages.get(row) ?? 0
      const late = matching
        .filter((row) => row.status === 'PENDING' && isLate(row))
        .toSorted((one, other) => ageOf(other) - ageOf(one))
      expect(number(count)).toBe(late.length - NAMED)
      // A row as old as the last named one may be named instead of it.
      const rest = late.filter((row) => ageOf(row) <= ageOf(elementAt(late, NAMED - 1)))
      const purchases = rest.filter(({ tran_class }) => tran_class === 'EARN')
      if (noun?.startsWith('purchase')) expect(purchases.length).toBeGreaterThanOrEqual(number(count))
      else expect(purchases.length).toBeLessThan(rest.length)
    },
  ],
  [
    /^Not late yet: (?<count>\S+) (?<noun>\w+), (?<points>\S+) points\.$/,
    ({ count, noun, points }, { matching }) => {
      const early = matching.filter((row) => row.status === 'PENDING' && !isLate(row))
      expect(number(count)).toBe(early.length)
      expect(points).toBe(writtenHundredths(sum(early, 'points')))
      expectNoun(noun, early)
    },
  ],
  [
    new RegExp(`^${PURCHASE} was rejected(: .*)?\\.$`),
    (match, { matching }) =>
      expectOne(
        match,
        matching.filter((row) => row.status === 'REJECTED'),
      ),
  ],
  [/^Also rejected: \S+ more transactions?\.$/, () => undefined],
  [
    /^Not included: (?:(?<on>\S+) pending (?<noun>\w+) on these dates)?(?:, )?(?:(?<outside>\S+)(?: pending (?<other>\w+))? outside these dates)?\.$/,
    ({ on, outside, noun, other }, { all, dated, matching }) => {
      const pending = all.filter((row) => row.status === 'PENDING' && !matching.includes(row))
      expect(number(on)).toBe(pending.filter((row) => dated.includes(row)).length)
      expect(number(outside)).toBe(pending.filter((row) => !dated.includes(row)).length)
      expectNoun(noun ?? other, pending)
    },
  ],
  [
    /^Nothing is pending\.$/,
    (_, { all, scenario: { mode }, isNarrowed }) => {
      expect(all.filter(({ status }) => status === 'PENDING')).toEqual([])
      // The card may have other pending transactions.
      expect(mode).not.toBe('REFERENCE')
      expect(isNarrowed).toBe(false)
    },
  ],
  [
    /^There are no transactions( with this reference)? on these dates\.(?: The last one was on (?<last>.*)\.)?$/,
    ({ last }, { all, dated }) => {
      expect(dated).toEqual([])
      const newest = all
        .map(({ day }) => day)
        .toSorted()
        .at(-1)
      expect(last).toBe(newest && writtenDay(newest))
    },
  ],
  [
    /^Not listed: (?<count>\S+) transactions? on these dates\.$/,
    ({ count }, { dated, matching, isNarrowed }) => {
      expect(number(count)).toBe(dated.length)
      expect(matching).toEqual([])
      expect(isNarrowed).toBe(true)
    },
  ],
  [
    / (is not in our records|has this reference)\. Please compare/,
    (_, { all, scenario: { mode, knownCards } }) => {
      expect(all).toEqual([])
      if (mode === 'CARD') expect(knownCards).not.toContain(CARDS[0])
      if (mode === 'ACCOUNT') expect(knownCards).not.toContain(CARDS[1])
    },
  ],
]

function factsOf(scenario: Scenario): Facts {
  const { range, filters } = scenario
  const { tran_classes, statuses, company_code, branch_code, terminal_id } =
    filters as InquiryResult['criteria']
  const all = subjectRows(scenario)
  const dated = all.filter(({ day }) => day >= range.dateFrom && day <= range.dateTo)
  const matching = dated.filter(
    (row) =>
      (!tran_classes || tran_classes.some((each) => each === row.tran_class)) &&
      (!statuses || statuses.includes(row.status)) &&
      (!company_code || row.company === company_code) &&
      (!branch_code || row.branch === branch_code) &&
      (!terminal_id || row.terminal === terminal_id),
  )
  const isNarrowed = Object.values(filters).some((each) => each !== undefined)
  return { all, dated, matching, isNarrowed, scenario }
}

function pendingIn(sentences: readonly string[]): number {
  const counts = sentences.flatMap((sentence) =>
    sentence.startsWith('Late: ')
      ? [1]
      : [
          ...sentence.matchAll(
            /^(?:Also late|Not late yet|Not included): ([\d,]+)|, ([\d,]+)(?: pending \w+)? outside/g,
          ),
        ].map(([, first, second]) => number(first ?? second)),
  )
  return counts.reduce((total, count) => total + count, 0)
}

test('the text contradicts no data and counts every pending transaction', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (example) => {
      await fill(example)
      const facts = factsOf(example)
      const sentences = replySentences(await replyOf(example), 'en').map(({ text }) => text)
      for (const sentence of sentences) {
        const claims = CLAIMS.filter(([pattern]) => pattern.test(sentence))
        expect(claims, sentence).toHaveLength(1)
        for (const [pattern, holds] of claims) holds(sentence.match(pattern)?.groups ?? {}, facts)
      }
      expect(pendingIn(sentences)).toBe(facts.all.filter(({ status }) => status === 'PENDING').length)
      expect(sentences.some((sentence) => sentence.startsWith('Only '))).toBe(
        facts.isNarrowed && facts.dated.length > 0,
      )
    }),
    { numRuns: propertyRuns(400) },
  )
})
