import { FILE_STATE_LABELS } from '../file-states.ts'
import { list } from '../list.ts'

const both = { filter: true, sort: true } as const

export const filesList = list({
  name: 'files',
  title: 'Tracked files',
  fields: {
    file_name: { label: 'Name', type: 'text', ...both },
    state: { label: 'State', type: 'choice', options: FILE_STATE_LABELS, ...both },
    category: { label: 'Category', type: 'choice', options: { SMAC_INQUIRY: 'SMAC Inquiry' }, ...both },
    uploaded_by: { label: 'Uploaded by', type: 'text', ...both },
    created_at: { label: 'Uploaded', type: 'time', ...both },
    rows: { label: 'Rows', type: 'number', ...both },
    size: { label: 'Size', type: 'number', ...both },
  },
  sort: ['created_at:desc'],
})
