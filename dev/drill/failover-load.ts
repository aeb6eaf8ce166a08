import { setTimeout as sleep } from 'node:timers/promises'
import { cardNumber } from '../../apps/server/src/demo/demo-cards.ts'
import { Driver } from '../kill/driver.ts'
import { type FileWatch, watchFiles } from './file-events.ts'
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
  /** Waits for the answers of what is in flight. */
  stop(): Promise<void>
}

/** Lists, single inquiries, edits, sign-ins and event streams, until it is stopped. */
export async function startLoad(address: string, ledger: Ledger): Promise<Load> {
  const [reads, writes, signIns] = [new Replies(), new Replies(), new Replies()]
  let isOver = false
  const loops: Promise<void>[] = []
  const repeat = (pauseMs: number, work: () => Promise<unknown>) => {
    const run = async () => {
      while (!isOver) {
        // Not answered within a minute: seen in the replies.
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

/** A single inquiry under a ticket of its own. */
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
  if (status !== 200) throw new Error(`The inquiry was answered ${status}: ${JSON.stringify(body)}`)
  ledger.addInquiry(ticket)
}

type CompanyGroup = { id: string; version: number }

/** Active, with a name that may be changed. */
export async function createCompany(maintainer: Driver, company_code: string): Promise<CompanyGroup> {
  const { status, body } = await maintainer.call('/lookup/company_group/create', {
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
  if (status !== 201) throw new Error(`The company was answered ${status}: ${JSON.stringify(body)}`)
  // A row of the table that the path names.
  return body.resource as unknown as CompanyGroup
}

/** The function that renames a company of its own once more. */
async function createEditor(maintainer: Driver, ledger: Ledger, code: string) {
  const row = await createCompany(maintainer, code)
  ledger.addRow(row)
  let { version } = row
  return async () => {
    const item = { id: row.id, version, company_name: `Drill ${version}` }
    const { status } = await maintainer.call('/lookup/company_group/update', { items: [item] })
    if (status !== 200) throw new Error(`The edit was answered ${status}.`)
    ledger.addUpdate(row.id)
    version += 1
  }
}
