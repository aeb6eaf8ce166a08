import { type Access, hasModule, may, type Permission } from '@backoffice/contract/access'
import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { checkCardNumber, withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { tablePermission } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { useRouter } from '@tanstack/react-router'
import { setInquiryStart } from '../../features/files/tracked/inquiry-start.ts'
import { ACCEPTED_TYPES, chooseFiles } from '../../features/files/tracked/upload/upload-on-demand.tsx'
import { usePermission } from '../../kit/access/permission.ts'
import { mayLeave } from '../../kit/form/unsaved-changes.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { startOnScreen } from '../../kit/navigation/start-on-screen.ts'
import type { PaletteSource } from '../../kit/palette/palette.tsx'
import type { Entry } from '../../kit/palette/rank.ts'
import { useUser } from '../../session/store.ts'

/** Actions of the application that the user may run. */
export function useActionEntries(): Entry[] {
  const user = useUser()
  const router = useRouter()
  const upload = useUploadEntry()
  const opened = actionsFor(user).map(
    ({ name, label, keywords, to, search = {}, starts }): Entry => ({
      id: `action:${name}`,
      group: 'Actions',
      label,
      keywords,
      ...(starts && { needsQuery: true }),
      run: async () => {
        await router.navigate(linkTo(to, { search }))
        // Unsaved changes may keep the user on the previous screen.
        if (starts && router.state.location.pathname === to) startOnScreen(starts)
      },
    }),
  )
  return upload && hasModule(user, 'SMAC Inquiry') ? [upload, ...opened] : opened
}

type Action = {
  name: string
  label: string
  keywords: string
  permissions: readonly Permission[]
  to: string
  search?: object
  /** Action of the screen that starts once it is open. */
  starts?: Permission
}

/** Lists with an export and without an import. */
const EXPORTS = [
  ['users', '/users/users_list', 'user:export'],
  ['roles', '/users/users_roles', 'role:export'],
  ['policies', '/users/users_policies', 'policy:export'],
  ['cases', '/cases', 'case:export'],
  ['files', '/files', 'file:export'],
  ['audit events', '/audit', 'audit:export'],
] as const

const CREATE = 'new add'

const ACTIONS: readonly Action[] = [
  {
    name: 'several-cards',
    label: 'Look up several cards',
    keywords: 'inquiry paste list',
    permissions: ['inquiry:run', 'file:upload'],
    to: '/smac_inquiry',
    search: { tab: 'several' },
  },
  {
    name: 'open-case',
    label: 'Open case',
    keywords: `create ${CREATE}`,
    permissions: ['case:create'],
    to: '/cases/create',
  },
  ...Object.values(TABLE_HEADERS).map(
    (header): Action => ({
      name: `create-${header.name}`,
      label: `Create ${header.noun}`,
      keywords: `${CREATE} ${header.title}`,
      permissions: [tablePermission(header, 'create')],
      to: `${header.path}/create`,
    }),
  ),
  ...Object.values(TABLE_HEADERS).map((header): Action => {
    const starts = tablePermission(header, 'import')
    return {
      name: `import-${header.name}`,
      label: `Import ${header.plural}`,
      keywords: `upload CSV Excel ${header.title}`,
      permissions: [starts, 'file:upload'],
      to: header.path,
      starts,
    }
  }),
  ...[
    ...Object.values(TABLE_HEADERS).map(
      (header) => [header.plural, header.path, tablePermission(header, 'export')] as const,
    ),
    ...EXPORTS,
  ].map(
    ([plural, to, starts]): Action => ({
      name: `export-${to}`,
      label: `Export ${plural}`,
      keywords: 'download CSV Excel',
      permissions: [starts],
      to,
      starts,
    }),
  ),
  ...(
    [
      ['user', 'users_list', 'user:create'],
      ['role', 'users_roles', 'role:create'],
      ['policy', 'users_policies', 'policy:create'],
    ] as const
  ).map(
    ([noun, path, permission]): Action => ({
      name: `create-${noun}`,
      label: `Create ${noun}`,
      keywords: noun === 'user' ? `${CREATE} invite` : CREATE,
      permissions: [permission],
      to: `/users/${path}/create`,
    }),
  ),
]

/** Actions that open a form, which the palette lists only with their permission. */
export function actionsFor(access: Access): readonly Action[] {
  return ACTIONS.filter(({ permissions }) => permissions.every((each) => may(access, each)))
}

/** Undefined without its module. */
function useUploadEntry(): Entry | undefined {
  const router = useRouter()
  const { isShown, isAllowed, guard } = usePermission('file:upload')
  if (!isShown) return undefined
  return {
    id: 'action:upload',
    group: 'Actions',
    label: 'Upload file',
    keywords: 'CSV Excel inquiry cards',
    denied: !isAllowed,
    run: guard(() =>
      openFileDialog(async (files) => {
        if (!(await mayLeave())) return
        chooseFiles(files, 'SMAC_INQUIRY')
        await router.navigate({ to: '/smac_inquiry', search: { tab: 'file' } })
      }),
    ),
  }
}

function openFileDialog(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = ACCEPTED_TYPES
  input.onchange = () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  }
  input.click()
}

/** Fewest digits of a number that may be part of a card number. Single dates, codes and terminals have fewer. */
const MIN_DIGITS = 9

/** For a query like a card number, which is neither sent nor stored. A whole one can start an inquiry. */
export function useCardSource(query: string): Omit<PaletteSource, 'hint'> {
  const router = useRouter()
  const { isShown, isAllowed, guard } = usePermission('inquiry:run')
  const common = { actions: [], results: [] }
  const open = () => void router.navigate({ to: '/smac_inquiry', search: {} })
  const wrong = checkCardNumber(query)
  if (!isShown || wrong !== undefined) {
    const entry: Entry = {
      id: 'card:screen',
      group: 'Screens',
      label: 'Open SMAC Inquiry',
      skipsRecent: true,
      run: open,
    }
    return {
      ...common,
      sections: isShown ? [{ label: 'Screens', entries: [entry] }] : [],
      message: 'This looks like a card number, so nothing was searched. Look up cards in SMAC Inquiry.',
      isAlert: true,
    }
  }
  const entry: Entry = {
    id: 'card:inquiry',
    group: 'Actions',
    label: `Run inquiry for card ${maskedCard(withoutSeparators(query))}`,
    denied: !isAllowed,
    skipsRecent: true,
    run: guard(async () => {
      if (!(await mayLeave())) return
      setInquiryStart({ card: { kind: 'NUMBER', card_number: withoutSeparators(query) } })
      open()
    }),
  }
  return {
    ...common,
    sections: [{ label: 'Actions', entries: [entry] }],
    message: 'Opens the single inquiry with this card. The number is neither searched nor stored.',
  }
}

/** True if a query may be all or much of a card number, which must not be sent or stored. */
export function looksLikeCardNumber(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0
  const isLongNumber = digits >= MIN_DIGITS && !/\p{L}/u.test(query)
  return isLongNumber || /(?<![\w-])(?:\p{Nd}[\s-]?){12}/u.test(query) || maskCardNumbers(query) !== query
}
