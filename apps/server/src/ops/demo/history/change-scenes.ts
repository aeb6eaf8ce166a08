import { api } from '@backoffice/contract/api'
import type { DemoSystem } from './demo-system.ts'
import { grantPolicy, type Scene } from './scene.ts'

const TENDERS_HEADER =
  'source_system,tender_id,tender_name,payment_method_code,bin_from,bin_to,card_scheme,company_code,status,effective_from,effective_to'

/** Sign-ins of users who only read. */
const SIGN_INS = [
  [-12, '08:40', 'ferdinand.salazar'],
  [-9, '13:15', 'grace.evangelista'],
  [-6, '08:55', 'dennis.pascual'],
  [-3, '08:20', 'angelica.ramos'],
  [-2, '10:10', 'cecilia.navarro'],
  [-1, '07:50', 'jomar.villanueva'],
  [-1, '13:40', 'glass'],
  [0, '07:30', 'kristine.deleon'],
] as const

/** Changes of lookup tables, users and policies, with imports, exports and a refused call. */
export function changeScenes(): Scene[] {
  return [
    ...SIGN_INS.map(
      ([day, at, as]): Scene => ({
        day,
        at,
        run: ({ call }) => call(api.preferences.get, {}, as),
      }),
    ),
    { day: -13, at: '09:05', run: (desk) => renameTender(desk, '0052', 'Mobile wallet, kiosks') },
    { day: -12, at: '13:30', run: (desk) => moveTerminal(desk, 4) },
    {
      day: -10,
      at: '11:00',
      run: (desk) =>
        importTenders(desk, 'kiosk-tenders.csv', [
          'KIOSK,0071,"QR wallet, second line",EWL,,,,NLF,ACTIVE,,',
          'KIOSK,0072,Ferry voucher,GCT,,,,SRV,ACTIVE,,',
          'KIOSK,0073,Staff meal card,AR,,,,BYH,ACTIVE,,',
        ]),
    },
    { day: -9, at: '16:00', run: (desk) => createPolicy(desk) },
    { day: -8, at: '10:30', run: grantMonthEnd },
    { day: -7, at: '09:30', run: (desk) => rejectedImport(desk) },
    { day: -6, at: '14:30', run: (desk) => moveTerminal(desk, 9) },
    {
      day: -5,
      at: '09:05',
      run: (desk) => setStatus(desk, 'ferdinand.salazar', 'DISABLED', 'On secondment'),
    },
    {
      day: -4,
      at: '15:50',
      run: ({ call }) =>
        call(
          api.cases.export,
          { body: { form: 'view', columns: ['case_no', 'status', 'ticket_no', 'due_on'] } },
          'supervisor',
        ),
    },
    {
      day: -3,
      at: '10:15',
      run: ({ call }) =>
        call(
          api.tenders.export,
          { body: { form: 'view', columns: ['tender_id', 'tender_name', 'company_code'] } },
          'lookup',
        ),
    },
    { day: -3, at: '16:10', run: (desk) => revealCard(desk) },
    { day: -2, at: '09:00', run: (desk) => setStatus(desk, 'ferdinand.salazar', 'ACTIVE') },
    { day: -2, at: '11:15', run: (desk) => greet(desk) },
    {
      day: -1,
      at: '11:05',
      run: (desk) =>
        importTenders(desk, 'kiosk-tenders-corrected.csv', [
          'KIOSK,0072,Ferry and bus voucher,GCT,,,,SRV,ACTIVE,,',
          'KIOSK,0073,Staff meal card,AR,,,,BYH,INACTIVE,,',
        ]),
    },
    { day: 0, at: '08:30', run: (desk) => renameTender(desk, '0022', 'Gift card, all kiosks') },
    {
      day: 0,
      at: '11:20',
      run: ({ call }) =>
        call(
          api.audit.export,
          { body: { form: 'view', columns: ['at', 'actor', 'action', 'outcome'] } },
          'auditor',
        ),
    },
    {
      day: 0,
      at: '11:45',
      run: ({ call }) => call(api.cases.list, { body: {} }, 'viewer').catch(() => undefined),
    },
  ]
}

async function renameTender({ call }: DemoSystem, tender_id: string, tender_name: string): Promise<void> {
  const filters = { source_system: { in: ['KIOSK'] }, tender_id: { in: [tender_id] } }
  const { items } = await call(api.tenders.list, { body: { filters } }, 'lookup')
  const [row] = items
  if (!row) throw new Error(`The demo has no tender ${tender_id} of kiosks.`)
  const change = { id: row.id, version: row.version, tender_name }
  await call(api.tenders.update, { body: { items: [change] } }, 'lookup')
}

async function importTenders(desk: DemoSystem, name: string, lines: readonly string[]): Promise<void> {
  const content = [TENDERS_HEADER, ...lines, ''].join('\r\n')
  const { source_filekey } = await desk.upload({ name, content, category: 'TENDERS' }, 'lookup')
  await desk.call(api.tenders.import, { body: { source_filekey } }, 'lookup')
}

/** The columns of another table. */
async function rejectedImport(desk: DemoSystem): Promise<void> {
  const content = 'branch,city\r\n0101,Makati\r\n'
  await desk.upload({ name: 'branches-by-mistake.csv', content, category: 'TENDERS' }, 'lookup')
}

/** Moves a terminal to another branch of its company. */
async function moveTerminal({ call, owner }: DemoSystem, nth: number): Promise<void> {
  const { rows } = await owner.query<{ terminal_id: string; branch_code: string; version: number }>(
    `SELECT terminal_id, branch_code, version FROM terminals
     WHERE company_code = 'NLF' AND status = 'ACTIVE' ORDER BY terminal_id`,
  )
  const row = rows[nth]
  const other = rows.find(({ branch_code }) => branch_code !== row?.branch_code)
  if (!row || !other) throw new Error('The demo has no terminals to move.')
  const { terminal_id, version } = row
  const query = { terminal_id, company_code: 'NLF', branch_code: other.branch_code }
  await call(api.terminals.upsert, { query, version }, 'lookup')
}

async function createPolicy({ call }: DemoSystem): Promise<void> {
  const body = {
    name: 'Complaint replies',
    description: 'Inquiries and cases, without files',
    statements: ['inquiry:run' as const, 'case:view' as const],
  }
  await call(api.policies.create, { body }, 'admin')
}

async function grantMonthEnd(desk: DemoSystem): Promise<void> {
  await grantPolicy(desk, { mailbox: 'estrella.gonzales', policy: 'Month-end exports' })
}

async function setStatus(
  { call, person }: DemoSystem,
  mailbox: string,
  status: 'ACTIVE' | 'DISABLED',
  reason?: string,
): Promise<void> {
  const { id } = person(mailbox)
  const { version } = await call(api.users.get, { params: { id } }, 'access')
  const body = { items: [{ id, version }], status, ...(reason && { reason }) }
  await call(api.users.updateStatus, { body }, 'access')
}

/** The card of the newest case. */
async function revealCard({ call }: DemoSystem): Promise<void> {
  const { items } = await call(api.cases.list, { body: { sort: ['opened_at:desc'] } }, 'supervisor')
  const [newest] = items
  if (!newest) return
  const body = { card_id: newest.card_id, reason: 'MEMBER_COMPLAINT' as const, ticket_no: newest.ticket_no }
  await call(api.cards.reveal, { body }, 'supervisor')
}

async function greet({ call }: DemoSystem): Promise<void> {
  const { items } = await call(api.replyTemplates.list, {}, 'supervisor')
  const template = items.find(({ kind, language }) => kind === 'LATE_POINTS' && language === 'en')
  if (!template) return
  const { kind, language, version } = template
  const body = { version, greeting: 'Thank you for waiting.', closing: 'Your loyalty desk' }
  await call(api.replyTemplates.update, { params: { kind, language }, body }, 'supervisor')
}
