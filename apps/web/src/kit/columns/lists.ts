/**
 * Every list whose columns may be hidden, by the name its choice is saved under. The columns stand in their order;
 * the first says which row it is, and is always shown.
 */
export const LISTS = {
  files: {
    words: 'Tracked files',
    columns: {
      name: 'Name',
      state: 'State',
      rows: 'Rows',
      progress: 'Progress',
      uploaded_by: 'Uploaded by',
      uploaded: 'Uploaded',
    },
  },
  inquiries: {
    words: 'Past inquiries',
    columns: {
      purpose: 'Purpose',
      ticket: 'Ticket',
      file: 'File',
      state: 'State',
      run_by: 'Run by',
      run: 'Run',
      rows: 'Rows',
      found: 'Found',
      not_found: 'Not found',
    },
  },
} as const satisfies Record<string, { words: string; columns: Readonly<Record<string, string>> }>

export type ListName = keyof typeof LISTS
export type ColumnOf<List extends ListName> = keyof (typeof LISTS)[List]['columns'] & string

export const LIST_NAMES = Object.keys(LISTS) as ListName[]
