import type { CellProblem, RowsToFix, RowToFix } from '../fixes.ts'

const FIELDS = ['company_code', 'branch_code', 'branch_name', 'establishment_code', 'city', 'opened_on']
type Cells = readonly [
  company: string,
  code: string,
  name: string,
  kind: string,
  city: string,
  opened: string,
]

function row(row_number: number, cells: Cells, ...problems: CellProblem[]): RowToFix {
  return {
    row_number,
    line_number: row_number + 1,
    outcome: problems.some(({ severity }) => severity === 'error') ? 'rejected' : 'warned',
    cells: Object.fromEntries(FIELDS.map((field, at) => [field, cells[at] ?? ''])),
    masked: [],
    was: {},
    problems,
    is_fixable: true,
  }
}

const error = (field: string, code: string, message: string, suggestion: CellProblem['suggestion'] = null) =>
  ({ field, severity: 'error', code, message, suggestion }) as const
const lostZero = (value: string) =>
  error('branch_code', 'E012', `${value} may have lost a leading zero`, { value: `0${value}`, kind: 'zeros' })

/** The rows of the design: a code that does not exist, a missing name, lost zeros, a wrong date and a wrong city. */
export const ROWS_TO_FIX: RowsToFix = {
  version: 4,
  fields: FIELDS,
  rows: [
    row(
      5,
      ['XXX', '0431', 'Mabini – Gerona', 'FUELSTN', 'Gerona', '2026-02-02'],
      error('company_code', 'E007', 'XXX does not exist', { value: 'NLF', kind: 'nearest' }),
    ),
    row(
      52,
      ['MBR', '0188', '', 'SUPMKT', 'Anao', '2026-05-14'],
      error('branch_name', 'E001', 'Enter Branch name'),
    ),
    row(101, ['NLF', '417', 'Mabini – Tarlac', 'FUELSTN', 'Tarlac City', '2024-03-01'], lostZero('417')),
    row(102, ['NLF', '420', 'Mabini – Capas', 'FUELSTN', 'Capas', '2025-07-15'], lostZero('420')),
    row(
      224,
      ['NLF', '118', 'Luna – Camiling', 'FUELSTN', 'Camiling', '31/02/2026'],
      lostZero('118'),
      error('opened_on', 'E005', '31/02/2026 is not a date. Use YYYY-MM-DD'),
    ),
    row(303, ['MBR', '102', 'Rizal Avenue', 'SUPMKT', 'Manila', '2024-11-18'], lostZero('102')),
    row(
      446,
      ['NLF', '0447', 'Luna – Moncada', 'FUELSTN', 'Atlantis', '2026-09-09'],
      error('city', 'E010', 'Atlantis isn’t in Tarlac'),
    ),
  ],
  total_rejected: 7,
  total_warned: 0,
  total_fixed: 0,
}

export const MALFORMED: RowToFix = {
  ...row(12, ['', '', '', '', '', ''], {
    ...{ field: null, severity: 'error', code: 'E004', suggestion: null },
    message: 'The line has 12 cells, and the header has 6',
  }),
  cells: {},
  is_fixable: false,
}

export const WARNED: RowToFix = row(
  601,
  ['NLF', '0601', 'Luna – Paniqui', 'FUELSTN', 'Paniqui', '2026-09-09'],
  {
    field: 'branch_name',
    severity: 'warning',
    code: 'W002',
    message: 'Spaces were removed',
    suggestion: null,
  },
)

/** A card inquiry with a wrong check digit, masked. */
export const CARD_ROWS: RowsToFix = {
  version: 4,
  fields: ['card_number', 'date_from'],
  rows: [
    {
      ...{ row_number: 3, line_number: 4, outcome: 'rejected', was: {}, is_fixable: true },
      cells: { card_number: '•••• 0012', date_from: '2026-11-01' },
      masked: ['card_number'],
      problems: [error('card_number', 'E003', 'Check digit is wrong: compare with the card')],
    },
  ],
  total_rejected: 1,
  total_warned: 0,
  total_fixed: 0,
}
