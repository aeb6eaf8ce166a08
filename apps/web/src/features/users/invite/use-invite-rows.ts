import { MOST_INVITED, userEndpoints } from '@backoffice/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../../net/call.ts'
import { roleOptionsQuery } from '../../access/access-queries.ts'
import {
  type CellProblems,
  emailsOf,
  findProblems,
  type InviteField,
  type InviteRow,
  type InviteValues,
  NO_INVITE_VALUES,
  namesOf,
} from './invite-rows.ts'

const NO_ROLES: never[] = []

/** Rows to invite, with their problems: those of the rules, of the paste itself, and of emails that exist already. */
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
  // Apart from the emails, because no row waits for it.
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
  const [checked, setChecked] = useState<{ of: unknown; problems: ReadonlyMap<number, CellProblems> }>()
  useEffect(() => {
    let isStale = false
    if (roles.data === undefined) return
    void findProblems(rows, { roles: known, taken }).then((problems) => {
      if (!isStale) setChecked({ of: rows, problems })
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
    isChecked: checked?.of === rows && !found.isPlaceholderData,
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
  return values.map((each, at) => ({ key: next + at, values: each, state: 'open' }))
}
