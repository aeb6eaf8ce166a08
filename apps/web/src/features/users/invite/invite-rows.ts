import { checkFields } from '@backoffice/contract/rules/check'
import { type InviteOutcome, MOST_INVITED, USER_RULES, userEndpoints } from '@backoffice/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../../net/call.ts'
import { roleOptionsQuery } from '../../access/access-queries.ts'

export const INVITE_FIELDS = ['email', 'given_name', 'family_name', 'role', 'department', 'contact'] as const
export type InviteField = (typeof INVITE_FIELDS)[number]
/** `role` is the name of the role. */
export type InviteValues = Readonly<Record<InviteField, string>>

export const INVITE_LABELS = {
  email: USER_RULES.email.label,
  given_name: USER_RULES.given_name.label,
  family_name: USER_RULES.family_name.label,
  role: USER_RULES.role_id.label,
  department: USER_RULES.department.label,
  contact: 'Phone',
} as const satisfies Record<InviteField, string>

export const NO_INVITE_VALUES: InviteValues = {
  email: '',
  given_name: '',
  family_name: '',
  role: '',
  department: '',
  contact: '',
}

export type CellProblems = Partial<Record<InviteField, string>>

export type InviteRow = { key: number; values: InviteValues } & (
  | {
      state: 'open'
      /** Refusal of the last attempt, until the row changes. */
      refused?: { problems: CellProblems; rest: string | undefined }
    }
  | { state: 'invited'; user: NonNullable<InviteOutcome['user']> }
  | { state: 'waiting' }
)

type Role = { id: string; name: string; is_grantable: boolean }
export type Lookups = {
  roles: readonly Role[]
  /** Names of users by their emails, in lower case. */
  taken: ReadonlyMap<string, string>
}

const { role_id: _role, employee_no: _number, contact, ...RULES } = USER_RULES
const CELL_RULES = { ...RULES, contact: { ...contact, label: INVITE_LABELS.contact } }

const emailOf = ({ values }: Pick<InviteRow, 'values'>) => values.email.trim().toLowerCase()

export function roleNamed(roles: readonly Role[], name: string): Role | undefined {
  const wanted = name.trim().toLowerCase()
  return roles.find((role) => role.name.toLowerCase() === wanted)
}

/** Problems of the open rows by key, with the rules of the create form. Rows without problems have no entry. */
export async function findProblems(
  rows: readonly InviteRow[],
  known: Lookups,
): Promise<ReadonlyMap<number, CellProblems>> {
  const checked = rows.map(async (row, index): Promise<[number, CellProblems] | undefined> => {
    if (row.state !== 'open') return undefined
    const failures = await checkFields(row.values, CELL_RULES)
    const own = Object.fromEntries(Object.entries(failures).map(([field, { message }]) => [field, message]))
    const email = own.email ?? emailProblem(rows, index, known)
    const role = roleProblem(row.values.role, known.roles)
    const problems = {
      ...row.refused?.problems,
      ...own,
      ...(email && { email }),
      ...(role && { role }),
    }
    return Object.keys(problems).length > 0 ? [row.key, problems] : undefined
  })
  return new Map((await Promise.all(checked)).flatMap((entry) => (entry ? [entry] : [])))
}

function emailProblem(rows: readonly InviteRow[], index: number, { taken }: Lookups): string | undefined {
  const email = rows[index] ? emailOf(rows[index]) : ''
  const holder = taken.get(email)
  if (holder !== undefined) return `${holder} already has this email.`
  const earlier = rows.slice(0, index).findIndex((row) => emailOf(row) === email)
  return earlier === -1 ? undefined : `Row ${earlier + 1} has the same email`
}

function roleProblem(name: string, roles: readonly Role[]): string | undefined {
  if (name.trim() === '') return 'Enter Role'
  const role = roleNamed(roles, name)
  if (role) return role.is_grantable ? undefined : 'You can’t assign this role'
  const part = name.trim().toLowerCase()
  const similar = roles.find(
    (each) =>
      each.is_grantable && (each.name.toLowerCase().includes(part) || part.includes(each.name.toLowerCase())),
  )
  return similar ? `No role has this name. Did you mean ${similar.name}?` : 'No role has this name'
}

/** Whole names of the rows to invite. */
export const namesOf = (rows: readonly InviteRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ state, values: { given_name: given, family_name: family } }) =>
      state === 'open' && given.trim() && family.trim() ? [`${given} ${family}`.slice(0, 130)] : [],
    ),
  ),
]

/** Emails to look up, valid enough to belong to a user. */
export const emailsOf = (rows: readonly InviteRow[]): string[] =>
  [
    ...new Set(
      rows.flatMap((row) => (row.state === 'open' && emailOf(row).includes('@') ? [emailOf(row)] : [])),
    ),
  ]
    .filter((email) => email.length <= 254)
    .sort()

/** The row as an item of the call. */
export function itemOf({ values }: InviteRow, roles: readonly Role[]) {
  const { role, department, contact: phone, ...texts } = values
  return {
    ...texts,
    role_id: roleNamed(roles, role)?.id ?? '',
    ...(department && { department }),
    ...(phone && { contact: phone }),
  }
}

/** The row after an attempt. */
export function withOutcome(row: InviteRow, { user, detail, errors = [] }: InviteOutcome): InviteRow {
  const { key, values } = row
  if (user) return { key, values, state: 'invited', user }
  const placed = errors.flatMap(({ field, message }) => {
    const cell = field === 'role_id' ? 'role' : INVITE_FIELDS.find((each) => each === field)
    return cell ? [[cell, message] as const] : []
  })
  const rest =
    placed.length > 0 ? undefined : [detail, ...errors.map(({ message }) => message)].filter(Boolean)
  return {
    ...{ key, values },
    state: 'open',
    refused: { problems: Object.fromEntries(placed), rest: rest?.join(' ') || undefined },
  }
}

const NO_ROLES: never[] = []

/** Rows to invite, with problems from the rules, the paste itself, and emails that exist already. */
export function useInviteRows() {
  const [rows, setRows] = useState<readonly InviteRow[]>([])
  const roles = useQuery(roleOptionsQuery)
  const known = roles.data ?? NO_ROLES
  const emails = emailsOf(rows)
  const found = useQuery({
    queryKey: ['users', 'invitations', emails],
    queryFn: ({ signal }) => call(userEndpoints.checkInvitations, { body: { emails }, signal }),
    enabled: emails.length > 0,
    placeholderData: keepPreviousData,
  })
  const names = namesOf(rows)
  // Separate from the emails, because no row waits for it.
  const { data: named } = useQuery({
    queryKey: ['users', 'invitations', 'names', names],
    queryFn: ({ signal }) => call(userEndpoints.checkInvitations, { body: { emails: [], names }, signal }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
  })
  const taken = useMemo(
    () => new Map((found.data?.taken ?? []).map(({ email, user }) => [email, user.name])),
    [found.data],
  )
  const [checked, setChecked] = useState<{ rows: unknown; problems: ReadonlyMap<number, CellProblems> }>()
  useEffect(() => {
    let isStale = false
    if (roles.data === undefined) return
    void findProblems(rows, { roles: known, taken }).then((problems) => {
      if (!isStale) setChecked({ rows, problems })
    })
    return () => {
      isStale = true
    }
  }, [rows, known, taken, roles.data])

  const add = useCallback(
    (values: readonly InviteValues[]) =>
      setRows((before) => [...before, ...keyed(values, before)].slice(0, MOST_INVITED)),
    [],
  )
  return {
    rows,
    setRows,
    roles: known,
    rolesQuery: roles,
    /** Users with names like those of the open rows. */
    similar: names.length > 0 ? (named?.similar ?? []) : [],
    problems: checked?.problems ?? NO_PROBLEMS,
    /** True if the problems are those of the current rows. */
    isChecked: checked?.rows === rows && !found.isPlaceholderData,
    add,
    addEmpty: useCallback(() => add([NO_INVITE_VALUES]), [add]),
    change: useCallback(
      (key: number, field: InviteField, value: string) =>
        setRows((before) =>
          before.map((row) =>
            row.key === key ? { key, state: 'open', values: { ...row.values, [field]: value } } : row,
          ),
        ),
      [],
    ),
    remove: useCallback((key: number) => setRows((before) => before.filter((row) => row.key !== key)), []),
  }
}

const NO_PROBLEMS: ReadonlyMap<number, CellProblems> = new Map()

function keyed(values: readonly InviteValues[], before: readonly InviteRow[]): InviteRow[] {
  const next = Math.max(-1, ...before.map(({ key }) => key)) + 1
  return values.map((each, index) => ({ key: next + index, values: each, state: 'open' }))
}
