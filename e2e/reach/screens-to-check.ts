import { SCREENS } from '@backoffice/contract/screens'
import { tenders } from '@backoffice/contract/tables/tenders'
import type { Hands } from './visit.ts'

type Screen = (typeof SCREENS)[number]
export type Place = { screen: Screen; part: 'list' | 'create' | 'record' }

/** Paths that redirect to another screen. */
const REDIRECTS = ['/', '/users']
/** Each shell once; `FULL=1` adds all screens and overlays. */
const IN_EVERY_RUN = [tenders.path, '/operational_dashboard']

/** Screens that need a sign-in, by their list. Record screens come after the list that links to them. */
export const FAMILIES: ReadonlyMap<string, readonly Place[]> = Map.groupBy(
  SCREENS.filter(({ layout, path }) => layout !== 'login' && !REDIRECTS.includes(path))
    .filter((screen) => process.env.FULL || IN_EVERY_RUN.includes(listOf(screen)))
    .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .map((screen) => ({ screen, part: partOf(screen) })),
  ({ screen }) => listOf(screen),
)

function listOf({ path }: Screen): string {
  return path.replace(/\/(create|\{\w+\})$/, '')
}

export const PUBLIC_PATHS = SCREENS.filter(({ layout }) => layout === 'login')
  .map(({ path }) => path)
  .filter((path) => process.env.FULL || path !== '/components')

/** A file has its own page; other records open next to their list. */
function partOf({ path, title }: Screen): Place['part'] {
  if (path.endsWith('/create')) return 'create'
  return path.includes('{') && title !== null ? 'record' : 'list'
}

export type Overlay = {
  name: string
  show: (hands: Hands) => Promise<void>
  /** Opened by a button that narrow windows lack. */
  isWide?: true
  /** Opens inside the page, not over it. */
  isInline?: true
  /** Has the same layout as another overlay of its group, so only `FULL=1` opens it. */
  isAlike?: true
  /** The button that closes it, if Escape does not. */
  leave?: string
}

/** Dialogs and inline parts. Panels and menus are found through their buttons. */
const GROUPS: readonly [string, readonly Overlay[]][] = [
  [
    'the frame',
    [
      overlay('the palette', '/status', 'Search or jump to'),
      overlay('the shortcuts', '/status', 'Shortcuts'),
      overlay('notifications', '/status', 'Notifications'),
      overlay('sign out everywhere', '/account', 'Sign out everywhere'),
      overlay('end a session', '/account', 'End session of'),
      { ...overlay('the authenticator', '/account', 'Set up authenticator'), isInline: true },
    ],
  ],
  [
    'lists and records of tables',
    [
      overlay('an import', '/lookup/tenders', 'Import'),
      { ...overlay('a selection', '/lookup/tenders', 'Select the rows'), isInline: true },
      { ...overlay('a filter', '/lookup/tenders', 'Filter', 'Status'), isWide: true },
      overlay('many mappings', '/lookup', 'Select Tran code', 'Map tran codes'),
      overlay('a row in use', '/glass/branch', 'Actions of', 'Delete'),
      {
        name: 'unsaved changes',
        async show({ open, fill, press }) {
          await open('/lookup/tenders/create')
          await fill('Tender name', 'Not saved')
          await press('Close')
        },
        leave: 'Leave',
      },
      {
        name: 'a conflict',
        async show({ open, fill, press, call }) {
          const tender = await aTender(call)
          await open(`/lookup/tenders?q=${tender.tender_id}`)
          await press(`FUEL ${tender.tender_id}`)
          await fill('Tender name', 'Mine')
          const { id, version } = tender
          await call(`${TENDERS}/update`, { items: [{ id, version, tender_name: 'Theirs' }] })
          await press('Save')
        },
        leave: 'Discard my changes',
      },
    ],
  ],
  [
    'users, roles and policies',
    [
      overlay('off-board a user', '/users/users_list?q=Benito', 'Benito', 'Off-board…'),
      {
        ...overlay('the sessions of a user', '/users/users_list?q=Benito', 'Benito', 'Sessions'),
        isInline: true,
      },
      {
        ...overlay('the history of a user', '/users/users_list?q=Benito', 'Benito', 'History'),
        isInline: true,
        isAlike: true,
      },
      { ...overlay('edit a user', '/users/users_list?q=Benito', 'Benito', 'Edit'), isInline: true },
      overlay('the rules of approvals', '/approvals', 'Rules'),
      overlay('start a review', '/reviews', 'Start review'),
      overlay('delete a role', '/users/users_roles', 'Night desk', 'Delete'),
      { ...overlay('delete a policy', '/users/users_policies', 'Result exports', 'Delete'), isAlike: true },
    ],
  ],
  [
    'the dashboard, the trail and inquiries',
    [
      {
        ...overlay(
          'figures as tables',
          '/operational_dashboard',
          'Files, by hour',
          'Transactions, as table',
          'Points, by day',
        ),
        isInline: true,
      },
      { ...overlay('filters of an inquiry', '/smac_inquiry', 'More filters'), isInline: true },
      {
        name: 'a reply and its card',
        async show({ open, fill, press }) {
          await open('/smac_inquiry')
          await fill('Card number', '9990000000000011')
          await fill('Purpose', 'MEMBER_COMPLAINT')
          await fill('Ticket number', 'OPS-1')
          await press('Run inquiry')
          await press('Reveal')
        },
        isInline: true,
      },
    ],
  ],
]

export const OVERLAYS = GROUPS.map(
  ([name, all]) => [name, all.filter(({ isAlike }) => !isAlike || process.env.FULL)] as const,
)

function overlay(name: string, path: string, ...presses: readonly string[]): Overlay {
  return {
    name,
    async show({ open, press }) {
      await open(path)
      for (const each of presses) await press(each)
    },
  }
}

const TENDERS = '/api/operations/lookup/tenders'

async function aTender(call: Hands['call']) {
  const code = `Y${Date.now().toString(36).slice(-3)}`.toUpperCase()
  const { resource } = await call(`${TENDERS}/create`, {
    ...{ source_system: 'FUEL', tender_id: code, tender_name: 'A fuel card', company_code: 'NLF' },
    ...{ payment_method_code: 'AR', bin_from: null, bin_to: null, card_scheme: null, status: 'ACTIVE' },
    ...{ effective_from: '2025-07-15', effective_to: null },
  })
  return { id: String(resource.id), version: Number(resource.version), tender_id: code }
}
