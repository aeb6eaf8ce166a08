// over 300 lines: every job of a user with its pause and the consequence for its file
import { api } from '@backoffice/contract/api'
import { FILE_KINDS } from '@backoffice/contract/file-kinds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { performJob } from '../app/run-jobs.ts'
import { connectClient } from '../db/client.ts'
import { JOB_NAMES, type JobName, type Jobs } from '../jobs/queue.ts'
import { giveAccess, userIdOf } from '../testing/access.ts'
import { downloadText, uploadFile } from '../testing/file-actions.ts'
import { giveTemporarily, passTime } from '../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { dropStagingTable, listStagingTables } from './tracked/staging-tables.store.ts'

/** Starts a user's work, and names the table that its job writes last. Other jobs run for the system. */
type Work = { kind: string; as: string; start: () => Promise<string>; pausesAt: string }
const TENDERS = 3

const WORK: Record<JobName, Record<string, Work> | 'system'> = {
  'validate-file': {
    'the check of an inquiry': {
      kind: 'inquiry',
      as: 'agent',
      start: () => upload('agent', 'SMAC_INQUIRY', CARDS),
      pausesAt: 'audit_events',
    },
    'the check of an import': {
      kind: 'import',
      as: 'lookup',
      start: () => upload('lookup', 'TENDERS', IMPORT),
      pausesAt: 'audit_events',
    },
    'the check of a posting reply': {
      kind: 'import',
      as: 'supervisor',
      start: async () => upload('supervisor', 'CASES', await postingReply()),
      pausesAt: 'audit_events',
    },
  },
  'answer-chunk': {
    inquiry: { kind: 'inquiry', as: 'agent', start: confirmedInquiry, pausesAt: 'inquiry_chunks' },
  },
  'finish-file': {
    inquiry: {
      kind: 'inquiry',
      as: 'agent',
      start: async () => {
        const filekey = await confirmedInquiry()
        await perform('answer-chunk', filekey)
        return filekey
      },
      pausesAt: 'audit_events',
    },
  },
  'stage-file': {
    'an inquiry without its staged rows': {
      kind: 'inquiry',
      as: 'agent',
      start: async () => {
        const filekey = await confirmedInquiry()
        for (const table of await listStagingTables(system.ledger.pool, filekey))
          await dropStagingTable(system.ledger.pool, table)
        return filekey
      },
      pausesAt: 'pgboss.job_common',
    },
  },
  'apply-import': {
    import: {
      kind: 'import',
      as: 'lookup',
      start: async () => {
        const filekey = await upload('lookup', 'TENDERS', IMPORT)
        await perform('validate-file', filekey)
        const body = { source_filekey: filekey, partial: false }
        await system.call(api.tenders.import, { body }, 'lookup')
        return filekey
      },
      pausesAt: 'audit_events',
    },
    'a posting reply': {
      kind: 'import',
      as: 'supervisor',
      start: async () => {
        const filekey = await upload('supervisor', 'CASES', await postingReply())
        await perform('validate-file', filekey)
        const body = { source_filekey: filekey, partial: false }
        await system.call(api.cases.import, { body }, 'supervisor')
        return filekey
      },
      pausesAt: 'audit_events',
    },
  },
  'export-list': {
    export: {
      kind: 'export',
      as: 'lookup',
      start: async () => {
        const { source_filekey } = await system.call(api.tenders.export, { body: { form: 'view' } }, 'lookup')
        return source_filekey
      },
      pausesAt: 'audit_events',
    },
  },
  'apply-action': {
    'an action on rows': { kind: 'action', as: 'lookup', start: deactivation, pausesAt: 'audit_events' },
    'a mapping': {
      kind: 'action',
      as: 'lookup',
      start: async () => {
        const { source_filekey } = await system.call(api.mapping.map, { body: { kind: 'TENDER' } }, 'lookup')
        return source_filekey
      },
      pausesAt: 'audit_events',
    },
  },
  'prepare-copy': 'system',
  'clean-file': 'system',
  'drop-staging': 'system',
  'expire-files': 'system',
  'expire-access': 'system',
  'expire-confirmations': 'system',
  'remove-old-files': 'system',
  'rotate-signing-key': 'system',
  'follow-cases': 'system',
  'copy-sums': 'system',
  'tell-provider': 'system',
  'tell-provider-due': 'system',
  'send-mail': 'system',
  'expire-approvals': 'system',
  'follow-reviews': 'system',
  // Decisions stand, because their reviewers had access when they decided.
  'apply-review': 'system',
}
const CASES = JOB_NAMES.flatMap((job) => {
  const work = WORK[job]
  return work === 'system' ? [] : Object.entries(work).map(([name, each]) => ({ name, job, ...each }))
})

const CARDS = 'card_number,date_from,date_to\n9990000000000011,2026-09-01,2026-09-02\n'
const IMPORT = `source_system,tender_id,tender_name,payment_method_code,company_code,status\nPOS,0901,One,CSH,*,ACTIVE\n`

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
  await system.pool.query(`INSERT INTO payment_methods
      (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 1)`)
})
afterAll(() => system.stop())

const former = new Map<string, string>()
beforeEach(async () => {
  for (const [mailbox, role] of former)
    await system.pool.query(`UPDATE users SET status = 'ACTIVE', role_id = $2 WHERE email = $1`, [
      `${mailbox}@backoffice.test`,
      role,
    ])
  await system.pool.query('DELETE FROM tenders')
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status)
    SELECT 'POS', to_char(n, 'FM0000'), 'Tender ' || n, 'CSH', '*', 'ACTIVE' FROM generate_series(1, ${TENDERS}) AS n`)
})

async function upload(as: string, category: string, content: string): Promise<string> {
  const file = await uploadFile(system, content, as, { category })
  return file.source_filekey
}

/** A reply that resolves a new case. */
async function postingReply(): Promise<string> {
  const { rows } = await system.pool.query<{ case_no: string }>(`
    INSERT INTO cases (kind, card_id, last_four, ticket_no, due_on, opened_by, opened_at, updated_at)
    SELECT 'OTHER', gen_random_uuid(), '0011', 'T-1', '2026-11-27', id, now(), now()
    FROM users WHERE email = 'agent@backoffice.test' RETURNING case_no`)
  return `case_no,result,posted_on,remark\n${rows[0]?.case_no},NOT_OWED,,\n`
}

async function confirmedInquiry(): Promise<string> {
  const filekey = await upload('agent', 'SMAC_INQUIRY', CARDS)
  await perform('validate-file', filekey)
  const body = {
    mode: 'FILE' as const,
    source_filekey: filekey,
    purpose: 'AUDIT' as const,
    ticket_no: 'T-1',
    duplicate_reason: 'Run again',
  }
  await system.call(api.inquiries.run, { body }, 'agent')
  return filekey
}

async function deactivation(): Promise<string> {
  const body = { action: 'deactivate' as const, selection: {}, count: TENDERS }
  return (await system.call(api.tenders.all, { body }, 'lookup')).source_filekey
}

async function perform(job: JobName, filekey: string, attempt = 1): Promise<void> {
  // Jobs of files have this data.
  const data = { filekey, attempt, chunkNo: 1 } as Jobs[typeof job]
  await performJob(system.workerDeps, job, data, (_job, error) => void system.failures.push(error))
}

/** Data that work can write, apart from the file's row. */
async function written() {
  const { rows } = await system.pool.query(`
    SELECT (SELECT jsonb_agg(to_jsonb(t) ORDER BY t.id) FROM tenders t) AS tenders,
      (SELECT count(*)::int FROM cases WHERE status = 'RESOLVED') AS resolved,
      (SELECT count(*)::int FROM inquiry_chunks WHERE done_at IS NOT NULL) AS chunks,
      (SELECT count(*)::int FROM files WHERE state LIKE 'COMPLETED%' OR state = 'AWAITING_CONFIRMATION') AS ended`)
  return rows[0]
}

const fileOf = async (filekey: string) => {
  const { rows } = await system.pool.query('SELECT * FROM files WHERE source_filekey = $1', [filekey])
  return rows[0]
}

const WITHDRAWALS = {
  'was not active': async (as: string) => {
    await system.pool.query(`UPDATE users SET status = 'DISABLED' WHERE email = $1`, [
      `${as}@backoffice.test`,
    ])
  },
  'may no longer': async (as: string) => void (await giveAccess(system, as, ['All'], ['dashboard:view'])),
}

async function withdraw(as: string, how: keyof typeof WITHDRAWALS) {
  const { rows } = await system.pool.query<{ role_id: string }>(
    'SELECT role_id FROM users WHERE email = $1',
    [`${as}@backoffice.test`],
  )
  if (!former.has(as)) former.set(as, String(rows[0]?.role_id))
  await WITHDRAWALS[how](as)
}

/** Starts the job and withdraws access while its transaction waits for a table. */
async function performWhile(
  work: { job: JobName; pausesAt: string },
  filekey: string,
  act: () => Promise<void>,
) {
  const other = await connectClient(system.url)
  try {
    await other.query(`BEGIN; LOCK TABLE ${work.pausesAt} IN SHARE ROW EXCLUSIVE MODE`)
    const running = perform(work.job, filekey)
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          'SELECT count(*)::int AS waiting FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
          [work.pausesAt],
        )
        return rows[0].waiting
      })
      .toBe(1)
    await act()
    await other.query('COMMIT')
    await running
  } finally {
    await other.end()
  }
}

test('covers every kind of file', () => {
  expect([...new Set(CASES.map(({ kind }) => kind))].sort()).toEqual([...FILE_KINDS].sort())
})

describe.each(CASES)('$job: $name', (work) => {
  test.each(Object.keys(WITHDRAWALS) as (keyof typeof WITHDRAWALS)[])(
    'does not start for a user who %s',
    async (how) => {
      const filekey = await work.start()
      const before = await written()
      await withdraw(work.as, how)
      await perform(work.job, filekey)
      expect(await fileOf(filekey)).toMatchObject({
        state: 'FAILED',
        failure_code: 'access_lost',
        failure_detail: expect.stringContaining(how),
      })
      expect(await written()).toEqual(before)
    },
  )

  test.each(Object.keys(WITHDRAWALS) as (keyof typeof WITHDRAWALS)[])(
    'writes nothing more after its user %s',
    async (how) => {
      const filekey = await work.start()
      const before = await written()
      await performWhile(work, filekey, () => withdraw(work.as, how))
      expect(await fileOf(filekey)).toMatchObject({ state: 'FAILED', failure_code: 'access_lost' })
      expect(await written()).toEqual(before)
      expect(system.failures).toEqual([])
    },
  )
})

describe('work by temporary access', () => {
  /** The agent has the own role only for an hour, and confirms an inquiry. */
  async function confirmedMeanwhile() {
    const id = await userIdOf(system, 'agent')
    const { rows } = await system.pool.query<{ role_id: string }>('SELECT role_id FROM users WHERE id = $1', [
      id,
    ])
    const roleId = String(rows[0]?.role_id)
    former.set('agent', roleId)
    await giveAccess(system, 'agent', ['All'], ['dashboard:view'])
    await giveTemporarily(system, id, { roleId })
    return { id, filekey: await confirmedInquiry() }
  }

  test('goes on while it is in force', async () => {
    const { filekey } = await confirmedMeanwhile()
    await perform('answer-chunk', filekey)
    expect((await fileOf(filekey)).state).toBe('PROCESSING')
  })

  test.each([
    [
      'before',
      (filekey: string, end: () => Promise<void>) => end().then(() => perform('answer-chunk', filekey)),
    ],
    [
      'during',
      (filekey: string, end: () => Promise<void>) =>
        performWhile({ job: 'answer-chunk', pausesAt: 'inquiry_chunks' }, filekey, end),
    ],
  ])('stops when it ends %s a chunk', async (_when, run) => {
    const { id, filekey } = await confirmedMeanwhile()
    const before = await written()
    await run(filekey, () => passTime(system, id, 1))
    expect(await fileOf(filekey)).toMatchObject({
      state: 'FAILED',
      failure_code: 'access_lost',
      failure_detail: expect.stringContaining('may no longer'),
    })
    expect(await written()).toEqual(before)
  })
})

describe('a stopped action', () => {
  async function stopped(): Promise<string> {
    const filekey = await deactivation()
    await performWhile({ job: 'apply-action', pausesAt: 'audit_events' }, filekey, () =>
      withdraw('lookup', 'was not active'),
    )
    return filekey
  }
  const retry = async (filekey: string, as: string) => {
    const { version } = await fileOf(filekey)
    return system.send(api.files.retry, { body: { source_filekey: filekey, version } }, as)
  }

  test('reports done and missing rows', async () => {
    const filekey = await stopped()
    const file = await system.call(api.files.get, { query: { source_filekey: filekey } }, 'admin')
    expect(file).toMatchObject({
      state: 'FAILED',
      counts: { total: TENDERS, processed: 0 },
      artifacts: ['result'],
    })
    const lines = (await downloadText(system, filekey, 'result', 'admin')).split('\n')
    expect(lines.slice(0, 2)).toEqual(['row,outcome,detail', 'POS 0001 * Tender 1,not done,'])
  })

  test('can be retried only by a user with access, for whom it then runs', async () => {
    const filekey = await stopped()
    former.set(
      'viewer',
      String(
        (await system.pool.query("SELECT role_id FROM users WHERE email = 'viewer@backoffice.test'")).rows[0]
          .role_id,
      ),
    )
    await giveAccess(system, 'viewer', ['All'], ['file:retry', 'file:view-all'])
    expect(await retry(filekey, 'viewer')).toMatchObject({
      status: 403,
      body: { missing: ['tender:update'] },
    })
    await giveAccess(system, 'viewer', ['All'], ['file:retry', 'file:view-all', 'tender:update'])
    const viewer = await userIdOf(system, 'viewer')
    expect(await retry(filekey, 'viewer')).toMatchObject({
      status: 200,
      body: { resource: { runs_for: { id: viewer } } },
    })
    await perform('apply-action', filekey, 2)
    expect((await fileOf(filekey)).state).toBe('COMPLETED')
    const { rows } = await system.pool.query(
      `SELECT count(*)::int AS rows FROM audit_events WHERE action = 'tender.update' AND actor_id = $1`,
      [viewer],
    )
    expect(rows).toEqual([{ rows: TENDERS }])
    const trail = await system.pool.query(
      `SELECT actor_id, changes FROM audit_events WHERE action = 'file.retry' AND outcome = 'done' AND resource_id = $1`,
      [filekey],
    )
    expect(trail.rows).toMatchObject([
      { actor_id: viewer, changes: { runs_for: ['Carla Lim', expect.any(String)] } },
    ])
  })

  test('runs for the receiver after a hand-over', async () => {
    const filekey = await deactivation()
    const [from, to] = [await userIdOf(system, 'lookup'), await userIdOf(system, 'admin')]
    await system.call(api.users.handOver, { body: { from, to } }, 'admin')
    await withdraw('lookup', 'was not active')
    await perform('apply-action', filekey)
    expect(await fileOf(filekey)).toMatchObject({ state: 'COMPLETED', runs_for: to })
    const { rows } = await system.pool.query(
      `SELECT DISTINCT actor_id FROM audit_events WHERE action = 'tender.update' AND actor_id = $1`,
      [to],
    )
    expect(rows).toHaveLength(1)
  })
})
