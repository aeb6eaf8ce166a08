import {
  CASE_KIND_LABELS,
  CASE_STATUS_LABELS,
  type CaseKind,
  type CaseStatus,
  caseNumber,
  readCaseNumber,
} from '@backoffice/contract/case-values'
import { FILE_CATEGORIES, type FileKind } from '@backoffice/contract/file-kinds'
import { FILE_STATE_LABELS, type FileState } from '@backoffice/contract/file-states'
import { labelOfState } from '@backoffice/contract/objects'
import type { FoundRecord, SearchKind } from '@backoffice/contract/search'
import {
  namingKeys,
  ownCode,
  ROW_STATES,
  type RowState,
  type TableDeclaration,
} from '@backoffice/contract/table'
import { DECLARATIONS } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containsPattern } from '../../kernel/list-conditions.ts'
import { rowState } from '../lookup-tables/table-source.ts'

type Condition = RawBuilder<SqlBool>
/** A condition that an index serves, and the order of that index; without one every match is read. */
export type Beginning = { condition: Condition; order?: RawBuilder<unknown> }

/** Rows of a kind of record that the caller may see, and their searched names and codes. */
export type SearchSource = {
  rows: RawBuilder<unknown>
  /** True for the rows of one user, which the indexes of names and codes do not know. */
  isLimited?: boolean
  id: RawBuilder<unknown>
  /** Values of `toFound`, as pairs of a name and an expression. */
  values: Readonly<Record<string, RawBuilder<unknown>>>
  beginnings: (text: string) => readonly Beginning[]
  /** Expressions with a trigram index, unless the table is small. */
  contained: readonly RawBuilder<unknown>[]
  toFound: (values: Readonly<Record<string, string>>) => Omit<FoundRecord, 'kind' | 'id'>
}

/** `cases` and `files` name the user to whose records the caller is limited, or null for all. */
export type SearchScope = { today: string; cases: string | null; files: string | null }

export function searchSource(kind: SearchKind, scope: SearchScope): SearchSource {
  if (kind === 'users') return USERS
  if (kind === 'roles') return namedAccess('roles')
  if (kind === 'policies') return namedAccess('policies')
  if (kind === 'cases') return cases(scope.cases)
  if (kind === 'files') return files(scope.files)
  return tableRows(DECLARATIONS[kind], scope.today)
}

/** Texts stored as typed, in upper and in lower case. */
function stored(column: RawBuilder<unknown>, text: string): Beginning[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])].map((start) => beginning(column, start))
}
const code = (column: RawBuilder<unknown>, text: string) => beginning(column, text.toUpperCase())
const name = (column: RawBuilder<unknown>, text: string) =>
  beginning(sql`lower(${column}) COLLATE "C"`, sql`lower(${text})`)

/** By code point, like the indexes. */
function beginning(expression: RawBuilder<unknown>, start: string | RawBuilder<unknown>): Beginning {
  const condition = sql<SqlBool>`(${expression} >= ${start} AND ${expression} < ${start} || ${'\uffff'}::text)`
  return { condition, order: expression }
}

const joined = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')

const fullName = sql`(t.given_name || ' ' || t.family_name)`
const USERS: SearchSource = {
  rows: sql`users AS t WHERE t.status <> 'DELETED'`,
  id: sql`t.id`,
  values: {
    name: fullName,
    email: sql`t.email`,
    number: sql`coalesce(t.employee_no, '')`,
    role: sql`(SELECT name FROM roles WHERE roles.id = t.role_id)`,
  },
  beginnings: (text) => [
    name(fullName, text),
    name(sql`t.family_name`, text),
    beginning(sql`t.email COLLATE "C"`, text.toLowerCase()),
    ...stored(sql`t.employee_no COLLATE "C"`, text),
  ],
  contained: [fullName, sql`t.email`, sql`t.employee_no`],
  toFound: ({ name = '', email = '', number = '', role }) => ({
    label: name,
    note: joined(email, role),
    keywords: `${email} ${number}`.trim(),
  }),
}

/** Roles and policies are few. */
function namedAccess(table: 'roles' | 'policies'): SearchSource {
  return {
    rows: sql`${sql.table(table)} AS t WHERE true`,
    id: sql`t.id`,
    values: { name: sql`t.name`, description: sql`t.description` },
    beginnings: (text) => [name(sql`t.name`, text)],
    contained: [sql`t.name`],
    toFound: ({ name = '', description = '' }) => ({ label: name, note: description, keywords: '' }),
  }
}

function cases(owner: string | null): SearchSource {
  return {
    rows: sql`cases AS t WHERE ${owner === null ? sql`true` : sql`(t.opened_by = ${owner} OR t.assignee_id = ${owner})`}`,
    isLimited: owner !== null,
    // As in the path of its screen.
    id: sql`'C-' || lpad(t.case_no::text, greatest(6, length(t.case_no::text)), '0')`,
    values: {
      no: sql`t.case_no::text`,
      kind: sql`t.kind`,
      ticket: sql`t.ticket_no`,
      status: sql`t.status`,
      lastFour: sql`t.last_four`,
    },
    beginnings: (text) => {
      const no = readCaseNumber(text)
      const lastFour = /^[•\s]*(\d{4})$/.exec(text)?.[1]
      return [
        ...(no === undefined ? [] : [{ condition: sql<SqlBool>`t.case_no = ${no}` }]),
        ...stored(sql`t.ticket_no`, text),
        ...(lastFour === undefined ? [] : [{ condition: sql<SqlBool>`t.last_four = ${lastFour}` }]),
      ]
    },
    contained: [],
    toFound: ({ no = '', kind, ticket = '', status, lastFour = '' }) => ({
      label: `${caseNumber(no)} ${labelOfState(CASE_KIND_LABELS, kind as CaseKind)}`,
      note: joined(ticket, labelOfState(CASE_STATUS_LABELS, status as CaseStatus)),
      keywords: `${ticket} ${no} ${lastFour}`,
    }),
  }
}

function files(owner: string | null): SearchSource {
  return {
    rows: sql`files AS t WHERE ${owner === null ? sql`true` : sql`t.uploaded_by = ${owner}`}`,
    isLimited: owner !== null,
    id: sql`t.source_filekey`,
    values: { name: sql`t.file_name`, kind: sql`t.kind`, category: sql`t.category`, state: sql`t.state` },
    beginnings: (text) => [name(sql`t.file_name`, text)],
    contained: [sql`t.file_name`],
    toFound: ({ name = '', kind, category = '', state }) => ({
      label: name,
      note: joined(
        fileKindLabel(kind as FileKind, category),
        labelOfState(FILE_STATE_LABELS, state as FileState),
      ),
      keywords: '',
    }),
  }
}

/** `Tenders import`; empty for an inquiry. */
function fileKindLabel(kind: FileKind, category: string): string {
  if (kind === 'inquiry') return ''
  const { label = 'Files' } = FILE_CATEGORIES[category] ?? {}
  return kind === 'action' ? label : `${label} ${kind}`
}

function tableRows(table: TableDeclaration, today: string): SearchSource {
  const column = (of: string) => sql`${sql.ref(`t.${of}`)}`
  const searched = [...new Set([ownCode(table), table.naming])]
  const labels = [...new Set([...namingKeys(table), table.naming])]
  const [company] = Object.entries(table.fields).find(([, { reference }]) => reference?.any) ?? []
  return {
    rows: sql`${sql.table(table.name)} AS t WHERE t.deleted_at IS NULL`,
    id: sql`t.id`,
    values: {
      label: sql`concat_ws(' ', ${sql.join(labels.map(column))})`,
      company: company === undefined ? sql`''` : column(company),
      state: rowState(today).sql as RawBuilder<unknown>,
    },
    beginnings: (text) =>
      searched.map((field) => {
        const isName = table.fields[field]?.type === 'text'
        return isName ? name(column(field), text) : code(column(field), text)
      }),
    contained: searched.map(column),
    toFound: ({ label = '', company = '', state }) => ({
      label,
      note: joined(
        company === '*' ? 'All companies' : company,
        // Every row has one of these.
        state === 'IN_FORCE' ? '' : ROW_STATES[state as RowState],
      ),
      keywords: '',
    }),
  }
}

/** Matches of any part of a name or code; undefined for texts without the three letters that a trigram needs. */
export function containing({ contained }: SearchSource, text: string): Condition | undefined {
  if (contained.length === 0 || !/[\p{L}\p{N}]{3}/u.test(text)) return undefined
  const pattern = containsPattern(text)
  return sql<SqlBool>`(${sql.join(
    contained.map((each) => sql`${each} ILIKE ${pattern}`),
    sql` OR `,
  )})`
}
