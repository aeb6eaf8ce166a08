import type { Random } from '../../../apps/server/src/demo/seeded-random.ts'
import { inquire } from '../failover-load.ts'
import type { Ledger } from '../ledger.ts'
import type { FileWork } from './file-work.ts'
import { invite, type Person } from './people.ts'

/** Rows that several maintainers edit at once. */
export type SharedRows = Map<string, number>

export type TaskDeps = { random: Random; ledger: Ledger; files: FileWork; shared: SharedRows; roleId: string }
type Task = (person: Person, deps: TaskDeps) => Promise<unknown>

const TILES = [
  'files',
  'rows',
  'transactions',
  'points',
  'mapping',
  'terminals',
  'inquiries',
  'access',
  'system',
]

const dashboard: Task = ({ driver }) => Promise.all(TILES.map((tile) => driver.call(`/dashboard/${tile}`)))
const signIn: Task = ({ driver, email }) => driver.signIn(email)
const trackedFiles: Task = ({ driver }) => driver.call('/file_tracker?page_size=25')
const inquiries: Task = ({ driver }) => driver.call('/smac_inquiry/list', { page_size: 25 })
const tenders: Task = ({ driver }) =>
  driver.call('/lookup/tenders', { page_size: 25, sort: ['tender_name:asc'] })
const single: Task = ({ driver }, { ledger }) => inquire(driver, ledger)
const fileInquiry: Task = ({ driver }, { files, random }) =>
  files.inquiry(driver, (sizes) => (random.chance(0.6) ? sizes[0] : random.chance(0.7) ? sizes[1] : sizes[2]))
const importFile: Task = ({ driver }, { files }) => files.import(driver)
const exportFile: Task = ({ driver }, { files }) => files.export(driver)
const audit: Task = ({ driver }) =>
  driver.request('/api/user/audit/list', { method: 'POST', body: { page_size: 25 } })
const users: Task = ({ driver }) =>
  driver.request('/api/user/list', { method: 'POST', body: { page_size: 25 } })

/** Edits a row that others edit too, on the version that was seen last: after a conflict on the one that it answers. */
const editShared: Task = async ({ driver }, { random, ledger, shared }) => {
  const id = random.pick([...shared.keys()])
  const version = shared.get(id) ?? 1
  const item = { id, version, company_name: `Soak ${random.below(1_000_000)}` }
  const { status, body } = await driver.call('/lookup/company_group/update', { items: [item] })
  if (status === 200) {
    ledger.addUpdate(id)
    shared.set(id, version + 1)
    return
  }
  if (status !== 409) throw new Error(`The edit was answered ${status}: ${JSON.stringify(body)}`)
  const { current } = body as unknown as { current: { version: number } }
  if (current.version > (shared.get(id) ?? 0)) shared.set(id, current.version)
}

let created = 0

/** A user is invited, changed and deleted. Refused with 409 while the identity provider takes the step before. */
const administerUser: Task = async ({ driver }, { roleId }) => {
  const user = await invite(driver, `soak.guest.${++created}@backoffice.test`, roleId)
  const changed = await driver.request(`/api/user/${user.id}`, {
    method: 'PATCH',
    body: { version: user.version, department: 'Changed' },
  })
  if (isConflict(changed)) return
  const { version } = changed.body.resource as unknown as { version: number }
  const removed = await driver.request(`/api/user/delete/${user.id}`, {
    method: 'POST',
    headers: { 'if-match': `"${version}"` },
  })
  isConflict(removed)
}

/** Throws for any other refusal. */
function isConflict({ status, body }: { status: number; body: object }): boolean {
  if (status >= 400 && status !== 409) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return status === 409
}

/** A role is created, renamed and deleted. */
const administerRole: Task = async ({ driver }) => {
  const policies = await driver.request('/api/user/policy?page_size=10', { method: 'GET' })
  const { items } = policies.body.resource as unknown as { items: { id: string; is_system: boolean }[] }
  const body = { name: `Soak ${++created}`, description: '', modules: ['Files'], policy_ids: [items[0]?.id] }
  const made = await driver.request('/api/user/role', { method: 'POST', body })
  if (made.status !== 201)
    throw new Error(`The role was answered ${made.status}: ${JSON.stringify(made.body)}`)
  const role = made.body.resource as unknown as { id: string; version: number }
  const renamed = await driver.request(`/api/user/role/${role.id}`, {
    method: 'PATCH',
    body: { version: role.version, description: 'Renamed' },
  })
  const { version } = renamed.body.resource as unknown as { version: number }
  const headers = { 'if-match': `"${version}"` }
  await driver.request(`/api/user/role/${role.id}`, { method: 'DELETE', headers })
}

/** By role, each with its weight. */
export const TASKS: Readonly<Record<string, readonly (readonly [weight: number, task: Task])[]>> = {
  Administrator: [
    [3, administerUser],
    [3, administerRole],
    [3, users],
    [1, audit],
  ],
  'Lookup maintainer': [
    [8, editShared],
    [4, tenders],
    [1, importFile],
    [1, exportFile],
    [1, signIn],
  ],
  'Inquiry agent': [
    [8, single],
    [4, inquiries],
    [3, trackedFiles],
    [1, fileInquiry],
    [1, signIn],
  ],
  'Inquiry supervisor': [
    [4, inquiries],
    [4, trackedFiles],
    [2, single],
    [1, fileInquiry],
  ],
  Auditor: [
    [3, audit],
    [2, users],
    [2, tenders],
  ],
  'Operations viewer': [
    [6, dashboard],
    [1, signIn],
  ],
}

export function nextTask({ role }: Person, random: Random): Task {
  const tasks = TASKS[role] ?? []
  let left = random.below(tasks.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, task] of tasks) {
    if (left < weight) return task
    left -= weight
  }
  return dashboard
}
