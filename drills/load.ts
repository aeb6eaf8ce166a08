import { setTimeout as sleep } from 'node:timers/promises'
import { cardNumber } from '../apps/server/src/demo/demo-cards.ts'
import { Driver } from './driver.ts'
import type { Ledger } from './ledger.ts'
import { DEMO_CARDS } from './product.ts'
import { Replies } from './replies.ts'

const READERS = 3
const INQUIRERS = 2
const EDITORS = 2
const STREAMS = 4
const PAUSE_MS = 50

export type Load = {
  reads: Replies
  writes: Replies
  signIns: Replies
  streams: readonly FileWatch[]
  /** Waits for the replies of the calls in flight. */
  stop(): Promise<void>
}

/** Runs lists, single inquiries, edits, sign-ins and event streams until it is stopped. */
export async function startLoad(address: string, ledger: Ledger): Promise<Load> {
  const [reads, writes, signIns] = [new Replies(), new Replies(), new Replies()]
  let isOver = false
  const loops: Promise<void>[] = []
  const repeat = (pauseMs: number, work: () => Promise<unknown>) => {
    const run = async () => {
      while (!isOver) {
        // The replies include calls that got none.
        await work().catch(() => {})
        await sleep(pauseMs)
      }
    }
    loops.push(run())
  }

  const agent = new Driver(address, writes.add)
  const token = await agent.signIn('agent@backoffice.test')
  const maintainer = new Driver(address, writes.add)
  await maintainer.signIn('lookup@backoffice.test')
  const reader = new Driver(address, reads.add)
  await reader.signIn('supervisor@backoffice.test')
  for (let index = 0; index < READERS; index++)
    repeat(PAUSE_MS, () => reader.call('/file_tracker?page_size=25'))
  for (let index = 0; index < INQUIRERS; index++) repeat(PAUSE_MS, () => inquire(agent, ledger))
  for (let index = 0; index < EDITORS; index++) {
    const edit = await createEditor(maintainer, ledger, `DR${index}`)
    repeat(PAUSE_MS, edit)
  }
  const visitor = new Driver(address, signIns.add)
  repeat(1_000, () => visitor.signIn('viewer@backoffice.test'))
  const streams = Array.from({ length: STREAMS }, () => watchFiles(address, token))

  return {
    reads,
    writes,
    signIns,
    streams,
    async stop() {
      isOver = true
      await Promise.all([...loops, ...streams.map((stream) => stream.stop())])
    },
  }
}

export async function inquire(agent: Driver, ledger: Ledger): Promise<void> {
  const ticket = ledger.nextTicket()
  const { status, body } = await agent.call('/smac_inquiry', {
    mode: 'CARD',
    purpose: 'AUDIT',
    ticket_no: ticket,
    card_number: cardNumber(Math.floor(Math.random() * DEMO_CARDS)),
    date_from: '2026-09-01',
    date_to: '2026-10-31',
  })
  if (status !== 200) throw new Error(`The inquiry replied ${status}: ${JSON.stringify(body)}`)
  ledger.addInquiry(ticket)
}

type CompanyGroup = { id: string; version: number }

export async function createCompany(maintainer: Driver, company_code: string): Promise<CompanyGroup> {
  const { status, body } = await maintainer.call<CompanyGroup>('/lookup/company_group/create', {
    ...{
      company_code,
      company_name: 'Drill',
      group_code: 'DRILL',
      group_name: 'Drill',
      cutoff_time: '22:00',
    },
    ...{ tin: null, settlement_account_ref: null, contact_email: null, contact_phone: null },
    ...{ status: 'ACTIVE', effective_from: '2026-01-01', effective_to: null },
  })
  if (status !== 201) throw new Error(`The company replied ${status}: ${JSON.stringify(body)}`)
  return body.resource
}

async function createEditor(maintainer: Driver, ledger: Ledger, code: string) {
  const row = await createCompany(maintainer, code)
  ledger.addRow(row)
  let { version } = row
  return async () => {
    const item = { id: row.id, version, company_name: `Drill ${version}` }
    const { status } = await maintainer.call('/lookup/company_group/update', { items: [item] })
    if (status !== 200) throw new Error(`The edit replied ${status}.`)
    ledger.addUpdate(row.id)
    version += 1
  }
}

/** `seen`: events such as `KEY COMPLETED`. `reconnects`: streams that ended or could not be opened. */
export type FileWatch = { seen: ReadonlySet<string>; reconnects(): number; stop(): Promise<void> }

/** Follows file events as the browser does: reopens an ended stream after a second. */
function watchFiles(address: string, token: string): FileWatch {
  const abort = new AbortController()
  const seen = new Set<string>()
  let streams = 0

  async function read() {
    const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    })
    if (!reply.ok || !reply.body) return
    let text = ''
    for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^event: file\ndata: (.*)$/m.exec(event)?.[1]
        if (data === undefined) continue
        const { source_filekey, state } = JSON.parse(data) as { source_filekey: string; state: string }
        seen.add(`${source_filekey} ${state}`)
      }
    }
  }

  async function follow() {
    while (!abort.signal.aborted) {
      streams += 1
      await read().catch(() => {})
      await sleep(1_000, undefined, { signal: abort.signal }).catch(() => {})
    }
  }

  const following = follow()
  return {
    seen,
    reconnects: () => streams - 1,
    async stop() {
      abort.abort()
      await following
    },
  }
}
