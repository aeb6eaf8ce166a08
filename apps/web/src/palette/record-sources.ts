import { may, type Permission } from '@backoffice/contract/access'
import { CASE_KIND_LABELS, CASE_STATUS_LABELS } from '@backoffice/contract/cases'
import { caseEndpoints } from '@backoffice/contract/endpoints/cases'
import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { listInput, tableEndpoints } from '@backoffice/contract/endpoints/tables'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { namingKeys, type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { useMemo } from 'react'
import { kindLabelOf } from '../files/categories.ts'
import { fileStateLabel } from '../files/file-state.tsx'
import { plural } from '../kit/format-number.ts'
import { stateBadge } from '../kit/record/row-state.ts'
import { type Row, textOf, titleOf } from '../kit/record/rows.ts'
import { call } from '../net/call.ts'
import { useUser } from '../session/store.ts'

/** `keywords`: other texts by which the record is found. */
export type FoundRecord = { id: string; label: string; path: string; note?: string; keywords?: string }

export type RecordSource = {
  /** Plural, in messages. */
  name: string
  /** Heading of its results. */
  group: string
  permission: Permission
  /** Path of its list, unless the search may not be part of an address. */
  list?: string
  search: (text: string, signal: AbortSignal) => Promise<FoundRecord[]>
}

/** The smallest page of a list. */
const FIRST_PAGE = { page: 1, page_size: 10 } as const

/** Lists that the signed-in user may search. */
export function useRecordSources(): RecordSource[] {
  const user = useUser()
  return useMemo(() => SOURCES.filter(({ permission }) => may(user, permission)), [user])
}

const SOURCES: readonly RecordSource[] = [
  {
    name: 'users',
    group: 'Users',
    permission: 'user:view',
    list: '/users/users_list',
    search: async (text, signal) => {
      const { items } = await call(userEndpoints.search, { query: { q: text }, signal })
      return items.map(({ id, name, email, role }) => ({
        id,
        label: name,
        path: `/users/users_list/${id}`,
        note: `${email} · ${role}`,
        keywords: email,
      }))
    },
  },
  {
    name: 'cases',
    group: 'Cases',
    permission: 'case:view',
    search: async (text, signal) => {
      const { items } = await call(caseEndpoints.list, { body: { ...FIRST_PAGE, search: text }, signal })
      return items.map(({ case_no, kind, ticket_no, status }) => ({
        id: case_no,
        label: `${case_no} ${CASE_KIND_LABELS[kind]}`,
        path: `/cases/${case_no}`,
        note: `${ticket_no} · ${CASE_STATUS_LABELS[status]}`,
        keywords: ticket_no,
      }))
    },
  },
  {
    name: 'files',
    group: 'Files',
    permission: 'file:view',
    list: '/files',
    search: async (text, signal) => {
      const { items } = await call(fileEndpoints.list, { query: { ...FIRST_PAGE, search: text }, signal })
      return items.map(({ source_filekey, file_name, kind, category, state, approval }) => ({
        id: source_filekey,
        label: file_name,
        path: `/files/${source_filekey}`,
        note: joined(kindLabelOf({ kind, category }), fileStateLabel({ state, kind, approval })),
      }))
    },
  },
  ...TABLES.map(tableSource),
  {
    name: 'roles',
    group: 'Roles',
    permission: 'role:view',
    list: '/users/users_roles',
    search: async (text, signal) => {
      const { items } = await call(roleEndpoints.list, { query: { ...FIRST_PAGE, search: text }, signal })
      return items.map(({ id, name, user_count }) => ({
        id,
        label: name,
        path: `/users/users_roles/${id}`,
        note: plural(user_count, 'user'),
      }))
    },
  },
  {
    name: 'policies',
    group: 'Policies',
    permission: 'policy:view',
    list: '/users/users_policies',
    search: async (text, signal) => {
      const { items } = await call(policyEndpoints.list, { query: { ...FIRST_PAGE, search: text }, signal })
      return items.map(({ id, name, role_count }) => ({
        id,
        label: name,
        path: `/users/users_policies/${id}`,
        note: plural(role_count, 'role'),
      }))
    },
  },
]

function tableSource(table: TableDeclaration): RecordSource {
  return {
    name: table.plural,
    group: table.title,
    permission: tablePermission(table, 'view'),
    list: table.path,
    search: async (text, signal) => {
      // The type of the input depends on the table.
      const input = { ...listInput(table, { ...FIRST_PAGE, search: text }), signal } as never
      const { items } = await call(tableEndpoints(table).list, input)
      return items.map((row: Row) => ({
        id: row.id,
        label: labelOf(table, row),
        path: `${table.path}/${row.id}`,
        note: noteOf(table, row),
      }))
    },
  }
}

/** `KIOSK 0012 QR wallet`. */
function labelOf(table: TableDeclaration, row: Row): string {
  const isInTitle = namingKeys(table).includes(table.naming)
  return isInTitle ? titleOf(table, row) : `${titleOf(table, row)} ${textOf(row, table.naming)}`
}

/** The company that tells rows with equal keys apart, and the state unless the row is in force. */
function noteOf(table: TableDeclaration, row: Row): string {
  const [company] = Object.entries(table.fields).filter(([, { reference }]) => reference?.any)
  const code = company && textOf(row, company[0])
  const { tone, text } = stateBadge(row)
  return joined(code === '*' ? 'All companies' : code, tone === 'ok' ? '' : text)
}

const joined = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')
