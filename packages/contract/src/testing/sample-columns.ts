import type { UploadColumns } from '../columns.ts'

type Column = UploadColumns['columns'][number]
type By = NonNullable<Column['suggestion']>['by']

export function aColumn(
  [index, name, samples, field, by]: readonly [number, string, string[], string?, By?],
  facts: Partial<Column> = {},
): Column {
  return {
    index,
    name,
    samples,
    filled: samples.length,
    suggestion: field && by ? { field, by } : null,
    date_orders: null,
    decimal_signs: null,
    ...facts,
  }
}

/** Columns of a workbook of branches: most have a suggestion, no column has the establishment. */
export function sampleColumns(facts: Partial<UploadColumns> = {}): UploadColumns {
  const columns = [
    aColumn([0, 'Company', ['NLF', 'NLF', 'MBR'], 'company_code', 'name']),
    aColumn([1, 'Store no.', ['0417', '0420', '0102'], 'branch_code', 'memory']),
    aColumn([
      2,
      'Store name',
      ['Mabini – Tarlac', 'Mabini – Capas', 'Rizal Avenue'],
      'branch_name',
      'synonym',
    ]),
    aColumn([3, 'Format', ['Fuel', 'Fuel', 'Supermarket']]),
    aColumn([4, 'Opening', ['01/03/2024', '04/07/2025'], 'opened_on', 'synonym'], {
      date_orders: ['DMY', 'MDY'],
    }),
    aColumn([5, 'Closing', ['31/12/2026', '', ''], 'closed_on', 'synonym'], { date_orders: ['DMY'] }),
  ]
  return {
    source_filekey: '00000000-0000-4000-8000-000000000417',
    version: 3,
    sheets: [
      { index: 0, name: 'Branches', rows: 500, is_hidden: false, problem: null },
      { index: 1, name: 'Notes', rows: 12, is_hidden: false, problem: null },
    ],
    sheet: 0,
    header_row: 1,
    rows: 500,
    preview: [
      { row: 1, cells: columns.map(({ name }) => name) },
      { row: 2, cells: columns.map(({ samples }) => samples[0] ?? '') },
      { row: 3, cells: columns.map(({ samples }) => samples[1] ?? '') },
    ],
    columns,
    matched: {
      fields: [{ field: 'branch_code', column: 1 }],
      formats: {},
      at: '2026-11-12T02:00:00Z',
      by: null,
      is_shared: false,
    },
    looks_like: null,
    same_headers: [],
    ...facts,
  }
}
