import { api } from '@backoffice/contract/api'
import { SEARCH_KIND_NAMES, SEARCH_KINDS } from '@backoffice/contract/search'
import { expect, test } from 'vitest'
import { insertPolicy, insertRole } from '../../testing/access.ts'
import { useTenderSystem } from '../../testing/tenders.ts'

const tenders = useTenderSystem()
const find = (search: string, as = 'admin') => tenders.system.call(api.search.find, { body: { search } }, as)
const labels = async (search: string, as?: string) =>
  (await find(search, as)).items.map(({ kind, label }) => `${kind}: ${label}`)

test('finds users by the beginning of any name, email or number, and any part of three letters', async () => {
  const { system } = tenders
  await system.pool.query(`UPDATE users SET employee_no = 'EMP-0417' WHERE email = 'agent@backoffice.test'`)
  for (const search of ['Maria R', 'REYES', 're', 'agent@', 'emp-04', 'eye'])
    expect(await labels(search), search).toContain('users: Maria Reyes')
  expect(await labels('ye')).not.toContain('users: Maria Reyes')
  expect((await find('reyes')).items[0]).toMatchObject({ note: 'agent@backoffice.test · Inquiry agent' })
})

test('lists beginnings before other matches, at most six of a kind', async () => {
  await tenders.create({ tender_name: 'Gift of Zorro', tender_id: 'AAA1' })
  for (const no of [1, 2, 3]) await tenders.create({ tender_name: `Zorro ${no}` })
  const found = (await labels('zorro')).filter((label) => label.startsWith('tenders'))
  expect(found.map((label) => label.replace(/^tenders: POS \S+ /, ''))).toEqual([
    'Zorro 1',
    'Zorro 2',
    'Zorro 3',
    'Gift of Zorro',
  ])
  expect(await labels('aaa')).toEqual(['tenders: POS AAA1 Gift of Zorro'])
  for (const no of [4, 5, 6, 7]) await tenders.create({ tender_name: `Zorro ${no}` })
  expect(await labels('zorro')).toHaveLength(6)
})

test('describes rows by company and state, and leaves out deleted ones', async () => {
  const inactive = await tenders.create({ tender_name: 'Quill', status: 'INACTIVE' })
  expect((await find('quill')).items).toMatchObject([{ id: inactive.id, note: 'All companies · Inactive' }])
  const { id, version } = inactive
  await tenders.system.call(api.tenders.delete, { body: { items: [{ id, version }] } }, 'lookup')
  expect((await find('quill')).items).toEqual([])
})

test('reads special characters literally, and searches for no card number', async () => {
  await tenders.create({ tender_name: '100%_sure\\x' })
  for (const search of ['100%', '%_sure', 'sure\\x']) expect(await labels(search), search).toHaveLength(1)
  expect(await labels('100_')).toEqual([])
  await tenders.create({ tender_name: 'Card test' })
  expect(await find('9990 0000 0000 0011')).toEqual({ items: [], complete: true })
})

test('files and cases of other users need view-all', async () => {
  const { pool } = tenders.system
  await pool.query(`
    INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at)
    SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'walrus-' || email, 1, id, now() FROM users
    WHERE email IN ('agent@backoffice.test', 'supervisor@backoffice.test')`)
  await pool.query(`
    INSERT INTO cases (kind, card_id, last_four, ticket_no, due_on, opened_by, opened_at, updated_at)
    SELECT 'LATE_POINTS', gen_random_uuid(), '4242', 'Walrus-1', '2026-11-30', id, now(), now() FROM users
    WHERE email = 'supervisor@backoffice.test'`)
  expect(await labels('walrus', 'agent')).toEqual(['files: walrus-agent@backoffice.test'])
  const all = ['files: walrus-agent@backoffice.test', 'files: walrus-supervisor@backoffice.test']
  expect(await labels('walrus', 'supervisor')).toEqual(all)
  const { rows } = await pool.query<{ case_no: string }>('SELECT case_no FROM cases')
  const label = `cases: C-${String(rows[0]?.case_no).padStart(6, '0')} Late points`
  for (const search of ['Walrus-1', '4242', `c${rows[0]?.case_no}`])
    expect(await labels(search, 'supervisor'), search).toContain(label)
  expect(await labels('4242', 'agent')).toEqual([])
  await pool.query(
    `UPDATE cases SET assignee_id = (SELECT id FROM users WHERE email = 'agent@backoffice.test')`,
  )
  expect(await labels('Walrus-1', 'agent')).toContain(label)
})

test('each kind needs its permission and its module', async () => {
  const { system } = tenders
  await system.pool.query(`
    INSERT INTO branches (company_code, branch_code, branch_name, establishment_code, region, province, city)
      VALUES ('NLF', 'NAR1', 'Narwhal', 'E1', 'R', 'P', 'C');
    INSERT INTO terminals (terminal_id, company_code, branch_code) VALUES ('NARW0001', 'NLF', 'NAR1');
    INSERT INTO company_groups (company_code, company_name, group_code, group_name) VALUES ('NAR', 'N', 'G', 'G');
    INSERT INTO trancodes (source_system, source_code, tran_code, company_code) VALUES ('POS', 'NAR', 'NAR1', '*');
    INSERT INTO establishments (establishment_code, establishment_name, category, mcc, earn_allowed, redeem_allowed,
      earn_rate_pesos_per_point) VALUES ('NAR', 'N', 'FUEL', '5541', true, true, 1);
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days,
      sort_order) VALUES ('NARW', 'N', 'CASH', true, false, 0, 9);
    INSERT INTO transaction_codes (tran_code, description, class, points_sign, processing_code, posts_to_ledger,
      requires_reason) VALUES ('NARW', 'N', 'EARN', '1', '000000', true, false);
    INSERT INTO cases (kind, card_id, last_four, ticket_no, due_on, opened_by, opened_at, updated_at)
      SELECT 'OTHER', gen_random_uuid(), '1111', 'NARWHAL', '2026-11-30', id, now(), now() FROM users
      WHERE email = 'viewer@backoffice.test';
    INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at)
      SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'narwhal.csv', 1, id, now() FROM users
      WHERE email = 'viewer@backoffice.test';
    UPDATE users SET family_name = 'Narwhal' WHERE email = 'glass@backoffice.test'`)
  await tenders.create({ tender_name: 'Narwhal' })
  await insertPolicy(system, [], 'Narwhal policy')
  await insertRole(system, [], [], 'Narwhal role')
  const kinds = async () => [...new Set((await find('nar', 'viewer')).items.map(({ kind }) => kind))]
  const grant = async (modules: string[], statements: string[]) =>
    system.pool.query(`UPDATE users SET role_id = $1 WHERE email = 'viewer@backoffice.test'`, [
      await insertRole(system, modules, [await insertPolicy(system, statements)]),
    ])
  await grant(['All'], ['*:*'])
  expect(await kinds()).toEqual(SEARCH_KIND_NAMES)
  for (const kind of SEARCH_KIND_NAMES) {
    const { permission } = SEARCH_KINDS[kind]
    await grant(['All'], [permission])
    expect(await kinds()).toEqual([kind])
    await grant(['Operational Dashboard'], [permission])
    expect(await kinds()).toEqual([])
  }
})

test('a search that takes too long is reported as incomplete', async () => {
  await tenders.owner.query('BEGIN; LOCK TABLE establishments')
  expect(await find('narwhal')).toEqual({ items: [], complete: false })
  expect((await find('narwhal', 'agent')).complete).toBe(true)
  await tenders.owner.query('ROLLBACK')
  expect(await find('narwhal')).toMatchObject({ complete: true })
})
