import {
  CASE_KIND_LABELS,
  CASE_RESOLUTION_LABELS,
  CASE_STATUS_LABELS,
  CASE_VIEW_LABELS,
} from '../case-values.ts'
import { list } from '../list.ts'

const both = { filter: true, sort: true } as const

export const casesList = list({
  name: 'cases',
  title: 'Cases',
  fields: {
    case_no: { label: 'Case', type: 'code', ...both },
    kind: { label: 'Kind', type: 'choice', options: CASE_KIND_LABELS, ...both },
    /** Last four digits. */
    card: { label: 'Card', type: 'code' },
    points_expected: { label: 'Points', type: 'number', ...both },
    /** Business date of the oldest purchase, shown as its age. */
    oldest_business_date: { label: 'Age', type: 'date', ...both },
    due_on: { label: 'Due', type: 'date', ...both },
    assignee: { label: 'Assignee', type: 'text', filter: true },
    status: { label: 'Status', type: 'choice', options: CASE_STATUS_LABELS, ...both },
    ticket_no: { label: 'Ticket', type: 'code', ...both },
    opened_by: { label: 'Opened by', type: 'text', filter: true },
    opened_at: { label: 'Opened', type: 'time', ...both },
    sent_at: { label: 'Sent', type: 'time', ...both },
    resolution: { label: 'Resolution', type: 'choice', options: CASE_RESOLUTION_LABELS, ...both },
    resolved_at: { label: 'Closed', type: 'time', ...both },
    view: { label: 'View', type: 'choice', options: CASE_VIEW_LABELS, filter: true },
  },
  sort: ['due_on:asc'],
})
