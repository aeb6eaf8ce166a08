import type { AccessOptions } from '@backoffice/contract/access-requests'
import type { TrackedFile } from '@backoffice/contract/files'
import type { Preferences } from '@backoffice/contract/preferences'
import type { UserDetail } from '@backoffice/contract/users'
import { edit, fail, fulfil, hold, identity, left, reply, session } from './steps.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export const IDP = '**/idp/'
export const SESSIONS = '**/account/sessions'
export const TENDERS = '**/api/operations/lookup/tenders'
export const USERS = '**/api/user/list'
export const AUDIT = '**/api/user/audit/list'
export const STATUS = '**/api/operations/status'
export const ACCESS_OPTIONS = '**/api/user/access-requests/options'
export const IMPACT = '**/api/user/access/impact'
export const MAPPING = ['**/api/operations/lookup/figures', '**/api/operations/lookup/mapping_gaps**']
export const PREFERENCES = '**/api/user/preferences'
const MISSING_ID = '00000000-0000-4000-8000-000000000000'
const OPERATIONS = '**/api/operations/**'
const FILE = '**/file_tracker/specific**'
const FILES = '**/file_tracker?**'

export const loading = hold(OPERATIONS)
export const failing = fail(OPERATIONS)
export const holdUploads = hold('**/storage/**')

const file = (change: (file: TrackedFile) => Partial<TrackedFile>) => edit(FILE, change)
const inProcess = ({ counts }: TrackedFile): Partial<TrackedFile> => {
  const read = { total: 1_000_000, valid: 987_120, error: 9_480, duplicate: 3_400 }
  const done = { processed: 642_000, found: 598_114, not_found: 31_006 }
  const speed = { percent: 64.2, rows_per_second: 184_300, seconds_left: 1.9 }
  const times = { confirmed_at: ago(5), processing_at: ago(3.5), finished_at: null }
  const artifacts: TrackedFile['artifacts'] = ['errors', 'rejected']
  return { state: 'PROCESSING', counts: { ...counts, ...read, ...done }, ...speed, ...times, artifacts }
}
export const processing = file(inProcess)
export const validating = file(({ counts }) => {
  const read = { total: 310_000, valid: 0, error: 0, duplicate: 0, warning: 0 }
  const speed = { percent: 31, rows_per_second: 812_000, seconds_left: 0.8 }
  const times = { validating_at: ago(0.4), validated_at: null }
  return { state: 'VALIDATING', counts: { ...counts, ...read }, ...speed, ...times, artifacts: [] }
})
export const failed = file((each) => {
  const failure = { code: 'worker_lost', detail: 'The database went away while a part was being answered' }
  return { ...inProcess(each), state: 'FAILED', finished_at: ago(1), seconds_left: null, failure }
})
export const expired = file(() => ({ state: 'EXPIRED', finished_at: ago(60), artifacts: [] }))
export const again = file(() => {
  return { already_uploaded: { at: ago(86_400), by: 'Ana Cruz', source_filekey: null } }
})
export const oldSession = fulfil('**/card/reveal', {
  status: 403,
  json: { code: 'recent_sign_in_required', detail: 'Confirm that it is you.' },
})
export const unreadable = reply(FILE, 7)
export const unreadableList = reply(FILES, { items: 7 })
export const refusedFile = fulfil(FILE, { status: 403, headers: { 'x-request-id': '5f0c2d9e' }, json: {} })

const LONG_NAME = `${'branch_0417_member-complaints'.repeat(7)}.csv`.slice(-200)
export const longName = file(() => ({ file_name: LONG_NAME }))
export const longNameInList = edit(FILES, ({ items }: { items: TrackedFile[] }) => ({
  items: items.map((each, index) => (index === 0 ? { ...each, file_name: LONG_NAME } : each)),
}))
const email = 'maria.concepcion.de.los.reyes-villanueva.santos@loyalty-operations.backoffice.test'
const name = 'María Concepción de los Reyes-Villanueva y Santos'
export const longAccount = session({ name, email }, 'state', 'auth', 'userDetails')

const EMPTY = { items: [], total: 0, total_estimated: false, page: 1, page_size: 25 }
export const empty = (pattern: string) => reply(pattern, { ...EMPTY, next: null, previous: null })
export const emptyFiles = [empty(FILES), empty('**/smac_inquiry/list')]

const NOTICES = [
  { kind: 'waiting', text: 'tenders-november.csv is ready to import: 38 new', isRead: false },
  { kind: 'failed', text: 'branches.csv was rejected: No row is valid.', isRead: true },
].map((notice) => ({ ...notice, at: ago(0), count: 1 }))
export const notices = left('notifications', JSON.stringify({ owner: 'agent@backoffice.test', log: NOTICES }))
export const preferences = reply(PREFERENCES, {
  version: 1,
  theme: 'system',
  page_size: 10,
  closed_groups: [],
  columns: { files: ['file_name', 'state', 'progress', 'created_at'].map((id) => ({ id })) },
  reply_language: 'en',
  download_format: 'csv',
} satisfies Preferences)

const device = (id: number, user_agent: string | null, startedMinutes: number, usedMinutes: number) => {
  const times = { created_at: ago(startedMinutes * 60), last_used_at: ago(usedMinutes * 60) }
  return { id: `00000000-0000-4000-8000-00000000000${id}`, user_agent, ...times, is_current: id === 0 }
}
const KIOSK = 'branch-kiosk/0417 (build 20260914-1131; locked-down profile; maintained by operations)'
const DEVICES = [
  device(0, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36', 200, 3),
  device(1, 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0.0.0 Mobile Safari/537.36', 3000, 90),
  device(2, KIOSK, 9000, 2000),
  device(3, null, 20_000, 12_000),
]
export const sessions = reply(SESSIONS, { is_available: true, items: DEVICES })
export const noSessions = reply(SESSIONS, { is_available: false, items: [] })

const refuse = (operation: string, refusal: string, message = '') =>
  identity({ [operation]: { refusal, message } })
const KEY = { AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', Session: 'next' } }
const WITH_KEY = { Username: 'x', UserAttributes: [], UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }
export const key = identity(KEY)
export const wrongKey = [key, refuse('VerifySoftwareToken', 'EnableSoftwareTokenMFAException')]
export const authenticator = [sessions, identity({ ...KEY, GetUser: WITH_KEY })]
const kept = refuse('SetUserMFAPreference', 'InvalidParameterException')
export const keptAuthenticator = [...authenticator, kept]
export const noAccount = refuse('GetUser', 'InternalErrorException')
const DENIED = 'NotAuthorizedException'
const WRONG = 'Incorrect username or password.'
const MANY = 'Password attempts exceeded'
const EXPIRED = 'Temporary password has expired and must be reset by an administrator.'
export const wrongPassword = [sessions, refuse('ChangePassword', DENIED, WRONG)]
export const manyPasswords = [sessions, refuse('ChangePassword', DENIED, MANY)]

export const manyTries = refuse('InitiateAuth', DENIED, MANY)
export const disabled = refuse('InitiateAuth', DENIED, 'User is disabled.')
export const temporaryExpired = refuse('InitiateAuth', DENIED, EXPIRED)
export const manyRequests = refuse('InitiateAuth', 'TooManyRequestsException', 'Too many requests')
export const broken = refuse('InitiateAuth', 'InternalErrorException', 'Internal error')
export const refuseCode = refuse('RespondToAuthChallenge', 'CodeMismatchException')
export const challenge = (ChallengeName: string, more: object = {}) => {
  const ChallengeParameters = { USER_ID_FOR_SRP: '7c1d', ...more }
  return identity({ RespondToAuthChallenge: { ChallengeName, Session: 'session', ChallengeParameters } })
}
const PHONE = { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+********4567' }
export const textMessage = challenge('SMS_MFA', PHONE)
export const setUp = challenge('MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' })
export const resetRequired = refuse('RespondToAuthChallenge', 'PasswordResetRequiredException')
/** The provider rejects the last code. */
export const code = identity({ ForgotPassword: { CodeDeliveryDetails: { Destination: 'm***@b***' } } })
export const codeLimit = refuse('ForgotPassword', 'LimitExceededException')
export const wrongCode = refuse('ConfirmForgotPassword', 'CodeMismatchException')
export const manyCodes = refuse('ConfirmForgotPassword', 'TooManyFailedAttemptsException')
export const resetDone = identity({ ConfirmForgotPassword: {} })

const user = (change: object) => edit(/\/api\/user\/[0-9a-f]{8}-[^/]+$/, () => change)
export const locked = user({ is_locked: true })
const invitation = { action: 'create', attempts: 3 }
export const inviting = user({
  provider_action: {
    ...invitation,
    state: 'waiting',
    detail: 'The identity provider cannot be reached at the moment.',
    next_attempt_at: '2026-11-23T01:12:00Z',
  },
})
const detail = 'It refuses the email address.'
export const notInvited = user({
  provider_action: { ...invitation, state: 'failed', detail, next_attempt_at: null },
})

const WORK = ['branch-0417-november', 'mabini-tarlac', 'points-not-posted', 'week-46', 'members']
const WORK_ITEMS = WORK.map((file, index) => ({
  source_filekey: `00000000-0000-4000-8000-00000000000${index}`,
  name: `${file}.csv`,
  state: index === 0 ? 'PROCESSING' : 'AWAITING_CONFIRMATION',
  inquiry: index === 0 ? { purpose: 'MEMBER_COMPLAINT', ticket_no: 'OPS-20417' } : null,
}))
export const openWork = [
  user({ open_files: 7, open_inquiries: 1, open_cases: 3 }),
  reply('**/open-work/*', { files: 7, inquiries: 1, cases: 3, total: 7, items: WORK_ITEMS }),
]

const OUTCOMES: Readonly<Record<number, object>> = {
  1: { outcome: 'refused', reason: 'access_denied', changes: {}, count: 3 },
  3: { outcome: 'stale', reason: 'version_conflict', changes: {} },
}
export const refusedEvents = edit(AUDIT, ({ items }: { items: object[] }) => ({
  items: items.map((each, index) => ({ ...each, ...OUTCOMES[index] })),
}))

type Part = { name: string }
type Status = { processes: object[]; parts: Part[]; queues: object[]; files: object[] }
const DOWN = 'The file storage does not respond. Check that it runs and that this process may use it.'
const LEDGER_DOWN =
  'The ledger does not respond, so cards and transactions can’t be read and files wait. Check that its database runs and has free connections.'
export const trouble = edit(STATUS, ({ processes, parts, queues, files }: Status) => {
  const pool = { total: 12, idle: 0, waiting: 9, max: 12 }
  const load = { memory_bytes: 412_000_000, event_loop_delay_ms: 640, calls_per_second: 118.4, p95_ms: 930 }
  const web = { ...processes[0], ...load, pool }
  const earlier = { ...web, id: crypto.randomUUID(), build: '0f3a77c', started_at: '2026-11-19T02:11:00Z' }
  return {
    processes: [earlier, web],
    parts: parts.flatMap((part) => {
      if (part.name === 'storage') return { ...part, state: 'down', message: DOWN }
      const ledger = { name: 'ledger', state: 'down', message: LEDGER_DOWN }
      return part.name === 'database' ? [part, ledger] : part
    }),
    queues: [
      { name: 'validate-file', waiting: 4, active: 0, failed: 0, oldest_seconds: 312 },
      { name: 'answer-chunk', waiting: 1284, active: 0, failed: 2, oldest_seconds: 301 },
      { name: 'finish-file', waiting: 0, active: 0, failed: 1, oldest_seconds: null },
      ...queues.slice(3).map((each) => ({ ...each, waiting: 0, active: 0, failed: 0 })),
    ],
    storage: { calls: 812, errors: 96, p95_ms: 2140 },
    files: files.map((each, row) => ({ ...each, files: [3, 4, 0, 12, 7, 2, 1840, 96, 3, 8, 11, 5, 2][row] })),
    errors: [
      { status: 503, code: 'unavailable', count: 41, audited: false },
      { status: 500, code: 'internal', count: 2, audited: false },
      { status: 409, code: 'version_conflict', count: 17, audited: true },
      { status: 422, code: 'invalid', count: 9, audited: false },
    ],
    identity: {
      check: { is_up: false, checked_at: '2026-11-24T02:11:00Z' },
      waiting: 3,
      failed: 1,
      oldest_seconds: 940,
    },
    mail: {
      delivery: 'smtp',
      since: '2026-11-23T02:11:00Z',
      sent: 48,
      last_sent_at: '2026-11-24T01:58:00Z',
      failed: 2,
      last_failed_at: '2026-11-24T01:59:00Z',
      waiting: 5,
      oldest_seconds: 720,
    },
  }
})

type Trends = { hour: { at: string }[]; day: { at: string }[] }
/** A busy hour with an interruption. */
export const busyTrends = edit('**/status/trends', ({ hour, day }: Trends) => {
  const busy = (points: Trends['hour'], scale: number) =>
    points.map(({ at }, place) => {
      const wave = 30 + Math.round(20 * Math.sin(place / 5) + (place % 7))
      const isDown = scale === 1 && place > 40 && place < 45
      const point = {
        calls: wave * scale,
        failed: place % 11 === 0 ? 2 : 0,
        p95_ms: wave * 3,
        waiting: place % 9,
      }
      return { at, ...(isDown ? { calls: null, failed: null, p95_ms: null, waiting: null } : point) }
    })
  return { hour: busy(hour, 1), day: busy(day, 30) }
})

export const noDecider = edit<AccessOptions>(ACCESS_OPTIONS, ({ choices }) => ({
  choices: choices.map((choice) => ({ ...choice, deciders: [] })),
}))
export const breakGlass = edit<AccessOptions>(ACCESS_OPTIONS, () => ({
  break_glass: {
    roles: [
      { id: MISSING_ID, name: 'Duty manager' },
      { id: MISSING_ID.replace('4', '5'), name: 'Lookup maintainer' },
    ],
    hours: 1,
  },
}))
const breakGlassFor = { break_glass_for: [{ id: MISSING_ID, name: 'Inquiry supervisor' }] }
export const breakGlassRole = edit(/\/role\/[0-9a-f]{8}-[^/]+$/, () => breakGlassFor)
export const requestSent = fulfil('**/api/user/access-requests', {
  status: 202,
  json: { resource: { approval: { id: MISSING_ID, kind: 'ACCESS', expires_at: ago(-259_200) } } },
})

const TEMPORARY = [
  {
    id: '01900000-0000-7000-8000-000000000001',
    role: null,
    policy: {
      id: MISSING_ID,
      name: 'Lookup viewing',
      risk: 'LOW',
      statements: ['tender:view', 'terminal:view'],
    },
    modules: ['Lookup'],
    until: ago(-5 * 86_400),
    reason: 'Check which tender the branch used for a member complaint.',
    ticket_no: 'OPS-20452',
    is_break_glass: false,
    granted_by: 'Benito Cruz',
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    role: null,
    policy: {
      id: MISSING_ID.replace('4', '5'),
      name: 'Result exports',
      risk: 'LOW',
      statements: ['inquiry:export'],
    },
    modules: [],
    until: ago(-1_800),
    reason: 'Supervisor is away and month end is today.',
    ticket_no: 'OPS-20460',
    is_break_glass: true,
    granted_by: null,
  },
] satisfies UserDetail['grants']['temporary']
export const temporaryAccess = edit<UserDetail>(/\/api\/user\/[0-9a-f-]{36}$/, ({ grants }) => ({
  grants: { ...grants, temporary: TEMPORARY },
}))
export const ownTemporaryAccess = reply('**/account/temporary-access', { items: TEMPORARY })
