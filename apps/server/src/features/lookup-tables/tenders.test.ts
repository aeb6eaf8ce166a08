import { api } from '@backoffice/contract/api'
import type { Problem } from '@backoffice/contract/values.schemas'
import { expect, test } from 'vitest'
import { aTender, useTenderSystem } from '../../testing/tenders.ts'

const tenders = useTenderSystem()

test('a tender is stored normalized, returned with version and editors, and audited', async () => {
  const row = await tenders.create({ tender_id: ' ab1 ', tender_name: '  Cash  ', card_scheme: ' ' })
  expect(row).toMatchObject({
    version: 1,
    tender_id: 'AB1',
    tender_name: 'Cash',
    card_scheme: null,
    updated_by: 'Carla Lim',
    in_use_since: null,
  })
  expect(await tenders.trailOf(row.id)).toEqual([{ action: 'tender.create', resource: 'tender' }])
})

test.each([
  ['tender_name', { tender_name: '' }, 'Enter Tender name'],
  ['tender_id', { tender_id: 'ABCDE' }, 'Tender ID must only contain 4 characters'],
  ['payment_method_code', { payment_method_code: 'OLD' }, 'OLD is unknown or inactive'],
  ['company_code', { company_code: 'ZZZ' }, 'ZZZ is unknown or inactive'],
  ['bin_to', { bin_from: '999100' }, 'Enter BIN to, or leave both empty'],
  ['bin_to', { bin_from: '999100', bin_to: '999099' }, 'BIN to is before BIN from'],
  [
    'effective_to',
    { effective_from: '2026-02-01', effective_to: '2026-01-31' },
    'Effective to is before Effective from',
  ],
  ['source_system', { source_system: 'MOON' }, 'Source system must be one of POS, FUEL, ONLINE, KIOSK'],
  ['tender_id', { tender_id: 'ß1' }, 'Tender ID is invalid'],
  ['tender_id', { tender_id: 'ı' }, 'Tender ID is invalid'],
  [
    'bin_from',
    { bin_from: '٩٩٩١٠٠', bin_to: '999199' },
    'BIN from must only contain letters A to Z and digits 0 to 9',
  ],
  ['tender_name', { tender_name: 'x'.repeat(41) }, 'Tender Name must only contain 40 characters'],
  [
    'tender_name',
    { tender_name: 'two\nlines' },
    'Tender name has line breaks, tabs or other invisible characters: remove them',
  ],
  [
    'tender_name',
    { tender_name: 'Cash\u200b' },
    'Tender name has line breaks, tabs or other invisible characters: remove them',
  ],
  ['tender_name', { tender_name: 'Cash 9990000000000011' }, 'Tender name has a card number: remove it'],
])('%s is refused: %j', async (field, changes, message) => {
  const problem = await tenders.refused(changes)
  expect([problem.status, problem.errors]).toEqual([422, [expect.objectContaining({ field, message })]])
})

test('a name from before its rule stays while another field changes', async () => {
  const { id, version } = await tenders.create({ tender_name: 'Before' })
  await tenders.owner.query("UPDATE tenders SET tender_name = 'Be\u200bfore' WHERE id = $1", [id])
  const body = { items: [{ id, version, card_scheme: 'VISA' }] }
  const reply = await tenders.system.call(api.tenders.update, { body }, 'lookup')
  expect(reply.items).toMatchObject([{ outcome: 'done', row: { card_scheme: 'VISA' } }])
})

test('a taken key is refused with the conflicting row', async () => {
  const { id, tender_id } = await tenders.create({ tender_name: 'First' })
  const problem = await tenders.refused({ tender_id: tender_id.toLowerCase() })
  expect(problem.errors).toEqual([
    {
      field: 'tender_id',
      code: 'E009',
      message: `POS ${tender_id}, First already exists.`,
      row: expect.objectContaining({ id }),
    },
  ])
})

test('overlapping BIN ranges are refused with the row and the next free number, and allowed for another company or time', async () => {
  const debit = await tenders.create({
    source_system: 'FUEL',
    tender_name: 'Debit, fuel',
    bin_from: '999350',
    bin_to: '999399',
  })
  const range = { source_system: 'FUEL', bin_from: '999380', bin_to: '999549' }
  const problem = await tenders.refused(range)
  expect(problem.errors).toEqual([
    {
      field: 'bin_from',
      code: 'E011',
      message: `Overlaps FUEL ${debit.tender_id}, Debit, fuel, which has 999350–999399. Start at 999400 or later.`,
      row: { id: debit.id, label: `FUEL ${debit.tender_id}, Debit, fuel` },
    },
  ])
  // Longer numbers lie within the range of shorter ones.
  expect(
    (await tenders.refused({ ...range, bin_from: '99939999', bin_to: '99939999' })).errors?.[0]?.code,
  ).toBe('E011')
  await tenders.create({ ...range, company_code: 'NLF' })
  await tenders.create({ ...range, source_system: 'POS' })
  await tenders.create({ ...range, status: 'INACTIVE' })
  const first = await tenders.create({
    ...range,
    bin_from: '999700',
    bin_to: '999799',
    effective_to: '2026-01-31',
  })
  await tenders.create({ ...range, bin_from: '999700', bin_to: '999799', effective_from: '2026-02-01' })
  const again = await tenders.update({ id: first.id, version: 1, effective_to: null })
  expect(again.status).toBe(422)
})

test('one of many concurrent writers of the same row or overlapping ranges succeeds; the others get its row', async () => {
  const outcomesOf = async (bodies: ReturnType<typeof aTender>[]) => {
    const replies = await Promise.all(
      bodies.map((body, n) => tenders.system.send(api.tenders.create, { body }, n % 2 ? 'lookup' : 'admin')),
    )
    const codes = replies.map(({ status, body }) => {
      const { errors = [] } = body as Partial<Problem>
      return status === 422 ? `${errors[0]?.code} ${errors[0]?.row?.label}` : String(status)
    })
    return codes.sort()
  }
  const same = aTender({ tender_name: 'Same' })
  const taken = `E009 POS ${same.tender_id}, Same`
  expect(await outcomesOf(Array.from({ length: 20 }, () => same))).toEqual([
    '201',
    ...Array.from({ length: 19 }, () => taken),
  ])
  const ranges = Array.from({ length: 20 }, (_, n) =>
    aTender({
      source_system: 'ONLINE',
      tender_name: 'Range',
      bin_from: String(998_000 + n),
      bin_to: '998999',
    }),
  )
  const [created, ...refusals] = await outcomesOf(ranges)
  expect(created).toBe('201')
  expect(refusals.filter((each) => /^E011 ONLINE \w+, Range$/.test(each))).toHaveLength(19)
})

test('the same Idempotency-Key creates one row', async () => {
  const body = aTender()
  const headers = { 'idempotency-key': 'one' }
  const first = await tenders.system.send(api.tenders.create, { body }, 'lookup', headers)
  const again = await tenders.system.send(api.tenders.create, { body }, 'lookup', headers)
  expect([first.status, again.body]).toEqual([201, first.body])
})
