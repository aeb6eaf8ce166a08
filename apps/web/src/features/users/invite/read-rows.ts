import { INVITE_FIELDS, type InviteField, type InviteValues, NO_INVITE_VALUES } from './invite-rows.ts'

export type ReadRows = {
  rows: InviteValues[]
  /** Columns of the header that no field takes. */
  unknownColumns: string[]
}

const HEADINGS: Readonly<Record<InviteField, readonly string[]>> = {
  email: ['email', 'e mail', 'mail', 'email address', 'e mail address'],
  given_name: ['given name', 'given names', 'first name', 'firstname', 'given'],
  family_name: ['family name', 'last name', 'lastname', 'surname', 'family'],
  role: ['role', 'role name'],
  department: ['department', 'dept', 'team'],
  contact: ['contact', 'phone', 'phone number', 'mobile', 'mobile number', 'telephone'],
}

/** Rows of a spreadsheet or a CSV file. Without a header the columns are in the order of the fields. */
export function readRows(text: string): ReadRows {
  const cells = cellsOf(text.replace(/^\uFEFF/, ''))
  const header = cells[0]
  if (!header || !isHeader(header))
    return { rows: cells.map((row) => valuesAt(row, INVITE_FIELDS)), unknownColumns: [] }
  const columns = header.map(fieldOf)
  return {
    rows: cells.slice(1).map((row) => valuesAt(row, columns)),
    unknownColumns: header.filter((name, index) => name.trim() !== '' && columns[index] === undefined),
  }
}

function valuesAt(row: readonly string[], columns: readonly (InviteField | undefined)[]): InviteValues {
  const entries = columns.flatMap((field, index) =>
    field ? [[field, (row[index] ?? '').trim()] as const] : [],
  )
  return { ...NO_INVITE_VALUES, ...Object.fromEntries(entries) }
}

/** True for a row that names the email column and has no email. */
const isHeader = (row: readonly string[]) =>
  row.some((cell) => fieldOf(cell) === 'email') && !row.some((cell) => cell.includes('@'))

function fieldOf(heading: string): InviteField | undefined {
  const words = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
  return INVITE_FIELDS.find((field) => HEADINGS[field].includes(words))
}

/** Cells of all rows that are not empty. A quoted cell may contain separators, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((each) => each.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      endRow()
      if (character === '\r' && text.charAt(at + 1) === '\n') at += 1
    } else cell += character
  }
  endRow()
  return rows
}

/** A tab if the first line has one, otherwise the more frequent one of comma and semicolon outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/)
  if (first.includes('\t')) return '\t'
  return first.split(';').length > first.split(',').length ? ';' : ','
}
