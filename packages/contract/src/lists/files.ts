import { FILE_CATEGORIES, FILE_KIND_LABELS } from '../file-kinds.ts'
import { FILE_STATE_LABELS } from '../file-states.ts'
import { list } from '../list.ts'

const both = { filter: true, sort: true } as const
const categories = Object.fromEntries(
  Object.entries(FILE_CATEGORIES).map(([name, { label }]) => [name, label]),
)

export const filesList = list({
  name: 'files',
  title: 'Tracked files',
  fields: {
    file_name: { label: 'Name', type: 'text', ...both },
    state: { label: 'State', type: 'choice', options: FILE_STATE_LABELS, ...both },
    kind: { label: 'Type', type: 'choice', options: FILE_KIND_LABELS, ...both },
    category: { label: 'Category', type: 'choice', options: categories, ...both },
    uploaded_by: { label: 'Owner', type: 'text', ...both },
    created_at: { label: 'Created', type: 'time', ...both },
    uploaded_at: { label: 'Received', type: 'time', ...both },
    /** End of the dry run. */
    checked_at: { label: 'Checked', type: 'time', filter: true },
    finished_at: { label: 'Finished', type: 'time', ...both },
    rows: { label: 'Rows', type: 'number', ...both },
    invalid_rows: { label: 'Invalid rows', type: 'number', filter: true },
    /** Matches files with a row that has the error. */
    error_code: { label: 'Error code', type: 'code', filter: true },
    size: { label: 'Size', type: 'number', ...both },
  },
  sort: ['created_at:desc'],
})

/** Files of every category, with separate columns and views from inquiry files. */
export const allFilesList = list({ ...filesList, name: 'all_files', title: 'Files' })
