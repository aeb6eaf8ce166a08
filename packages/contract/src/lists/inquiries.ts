import { FILE_STATE_LABELS } from '../file-states.ts'
import { INQUIRY_MODE_LABELS, INQUIRY_OUTCOMES } from '../inquiry-criteria.ts'
import { list } from '../list.ts'
import { PURPOSE_LABELS } from '../purposes.ts'

const both = { filter: true, sort: true } as const

export const inquiriesList = list({
  name: 'inquiries',
  title: 'Past inquiries',
  fields: {
    mode: { label: 'Searched by', type: 'choice', options: INQUIRY_MODE_LABELS, ...both },
    subject: { label: 'Searched for', type: 'text', ...both },
    purpose: { label: 'Purpose', type: 'choice', options: PURPOSE_LABELS, ...both },
    ticket_no: { label: 'Ticket number', type: 'code', ...both },
    state: { label: 'State', type: 'choice', options: FILE_STATE_LABELS, ...both },
    outcome: { label: 'Outcome', type: 'choice', options: INQUIRY_OUTCOMES, ...both },
    owner: { label: 'Run by', type: 'text', ...both },
    created_at: { label: 'Run at', type: 'time', ...both },
    as_of: { label: 'As of', type: 'date', ...both },
    rows: { label: 'Rows', type: 'number', ...both },
    found: { label: 'Found', type: 'number', ...both },
    not_found: { label: 'Not found', type: 'number', ...both },
  },
  sort: ['created_at:desc'],
})
