import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Random } from '../../apps/server/src/ops/demo/tables/seeded-random.ts'
import type { Driver, Version } from '../driver.ts'
import { digestOf, runExport, runImport, runInquiry } from '../files.ts'
import type { Journal } from '../journal.ts'
import { inquire } from '../load.ts'
import { invite, type Person } from './people.ts'

/** `shared`: versions by id of the rows that several maintainers edit concurrently. */
export type TaskDeps = {
  random: Random
  journal: Journal
  files: ReturnType<typeof createFileWork>
  shared: Map<string, number>
  roleId: string
}
type Task = (person: Person, deps: TaskDeps) => Promise<unknown>

const TILES = Object.keys(dashboardEndpoints).filter((name) => !name.endsWith('Transactions'))
const [SMALL, MIDDLE, LARGE] = [1_000, 10_000, 50_000]
const IMPORTED_ROWS = 1_000

/** Files, imports and exports, compared with undisturbed runs. `slowestMs`: longest delay of a file. */
export function createFileWork() {
  const broken: string[] = []
  const figures = { done: 0, rowsLost: 0, rowsTwice: 0, broken, slowestMs: 0 }
  const quiet = new Map<number, { digest: string; ms: number }>()
  const recorded = (work: () => Promise<void>) =>
    work().then(
      () => {
        figures.done += 1
      },
      (error: Error) => {
        broken.push(error.message)
      },
    )
  return {
    figures,
    async learn(driver: Driver) {
      for (const rows of [SMALL, MIDDLE, LARGE]) {
        const { content, ms } = await runInquiry(driver, rows)
        quiet.set(rows, { digest: digestOf(content), ms })
      }
    },
    inquiry: (driver: Driver, rows: number) =>
      recorded(async () => {
        const { content, ms } = await runInquiry(driver, rows)
        const reference = quiet.get(rows)
        figures.slowestMs = Math.max(figures.slowestMs, ms - (reference?.ms ?? 0))
        // The first column is the row number.
        const lines = content.toString().trimEnd().split('\n').slice(1)
        const distinct = new Set(lines.map((line) => line.split(',', 1)[0])).size
        figures.rowsLost += rows - distinct
        figures.rowsTwice += lines.length - distinct
        if (digestOf(content) !== reference?.digest) broken.push(`another result of ${rows} rows`)
      }),
    import: (driver: Driver) =>
      recorded(async () => {
        const { key, final } = await runImport(driver, IMPORTED_ROWS, 'Soak')
        figures.rowsLost += IMPORTED_ROWS - (final.preview?.written?.new ?? 0)
        if (final.state !== 'COMPLETED') throw new Error(`${key}: the import ended ${final.state}`)
      }),
    export: (driver: Driver) =>
      recorded(async () => {
        const { key, content } = await runExport(driver, 'trancodes', {})
        const lines = content.toString().trimEnd().split('\n')
        if (new Set(lines).size !== lines.length) throw new Error(`${key}: the export has a row twice`)
      }),
  }
}

const dashboard: Task = ({ driver }) => Promise.all(TILES.map((tile) => driver.call(`/dashboard/${tile}`)))
const signIn: Task = ({ driver, email }) => driver.signIn(email)
const trackedFiles: Task = ({ driver }) => driver.call('/file_tracker?page_size=25')
const inquiries: Task = ({ driver }) => driver.call('/smac_inquiry/list', { page_size: 25 })
const tenders: Task = ({ driver }) =>
  driver.call('/lookup/tenders', { page_size: 25, sort: ['tender_name:asc'] })
const single: Task = ({ driver }, { journal }) => inquire(driver, journal)
const fileInquiry: Task = ({ driver }, { files, random }) =>
  files.inquiry(driver, random.chance(0.6) ? SMALL : random.chance(0.7) ? MIDDLE : LARGE)
const importFile: Task = ({ driver }, { files }) => files.import(driver)
const exportFile: Task = ({ driver }, { files }) => files.export(driver)
const audit: Task = ({ driver }) =>
  driver.request('/api/user/audit/list', { method: 'POST', body: { page_size: 25 } })
const users: Task = ({ driver }) =>
  driver.request('/api/user/list', { method: 'POST', body: { page_size: 25 } })

/** Edits a shared row at its last known version; a conflict returns a newer one. */
const editShared: Task = async ({ driver }, { random, journal, shared }) => {
  const id = random.pick([...shared.keys()])
  const version = shared.get(id) ?? 1
  const item = { id, version, company_name: `Soak ${random.below(1_000_000)}` }
  const reply = await driver.call('/lookup/company_group/update', { items: [item] })
  const { current } = reply.body
  if (!isConflict(reply)) {
    journal.addUpdate(id)
    shared.set(id, version + 1)
  } else if (current && current.version > (shared.get(id) ?? 0)) shared.set(id, current.version)
}

/** True for 409; throws for other errors. */
function isConflict({ status, body }: { status: number; body: object }): boolean {
  if (status >= 400 && status !== 409) throw new Error(`Replied ${status}: ${JSON.stringify(body)}`)
  return status === 409
}

const ifMatch = ({ body }: { body: { resource: Version } }) => ({ 'if-match': `"${body.resource.version}"` })
let created = 0

/** Invites, changes and deletes a user. 409: the identity provider is still processing the previous step. */
const administerUser: Task = async ({ driver, email }, { roleId }) => {
  await driver.keepRecent(email)
  const { id, version } = await invite(driver, `soak.guest.${++created}@backoffice.test`, roleId)
  const body = { version, department: 'Changed' }
  const changed = await driver.request<Version>(`/api/user/${id}`, { method: 'PATCH', body })
  if (isConflict(changed)) return
  isConflict(await driver.request(`/api/user/delete/${id}`, { method: 'POST', headers: ifMatch(changed) }))
}

const administerRole: Task = async ({ driver }) => {
  const policies = await driver.request<{ items: Version[] }>('/api/user/policy?page_size=10', {
    method: 'GET',
  })
  const policy_ids = policies.body.resource.items.slice(0, 1).map(({ id }) => id)
  const role = { name: `Soak ${++created}`, description: '', modules: ['Files'], policy_ids }
  const made = await driver.request<Version>('/api/user/role', { method: 'POST', body: role })
  if (made.status !== 201) throw new Error(`The role replied ${made.status}: ${JSON.stringify(made.body)}`)
  const { id, version } = made.body.resource
  const body = { version, description: 'Renamed' }
  const renamed = await driver.request<Version>(`/api/user/role/${id}`, { method: 'PATCH', body })
  await driver.request(`/api/user/role/${id}`, { method: 'DELETE', headers: ifMatch(renamed) })
}

const weighted = (...tasks: [weight: number, task: Task][]) =>
  tasks.flatMap(([weight, task]) => Array<Task>(weight).fill(task))

const TASKS: Readonly<Record<string, readonly Task[]>> = {
  Administrator: weighted([3, administerUser], [3, administerRole], [3, users], [1, audit]),
  'Lookup maintainer': weighted([8, editShared], [4, tenders], [1, importFile], [1, exportFile], [1, signIn]),
  'Inquiry agent': weighted([8, single], [4, inquiries], [3, trackedFiles], [1, fileInquiry], [1, signIn]),
  'Inquiry supervisor': weighted([4, inquiries], [4, trackedFiles], [2, single], [1, fileInquiry]),
  Auditor: weighted([3, audit], [2, users], [2, tenders]),
  'Operations viewer': weighted([6, dashboard], [1, signIn]),
}

export const nextTask = ({ role }: Person, random: Random): Task => random.pick(TASKS[role] ?? [dashboard])
