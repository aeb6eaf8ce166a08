import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { FILE_STATES } from '../file-states.ts'
import { exportRequest, listQuery, listReply } from '../list.ts'
import { inquiriesList } from '../lists/inquiries.ts'
import { PURPOSES } from '../purposes.ts'
import { count, day, textCheckedByRules, timestamp, uuid } from '../schemas.ts'
import { person } from './files.ts'

/** Days of one row's range, both ends counted. */
export const MAX_ROW_RANGE_DAYS = 31

export const inquiry = z.object({
  id: uuid,
  mode: z.literal('FILE'),
  purpose: z.enum(PURPOSES),
  ticket_no: z.nullable(z.string()),
  as_of: day,
  owner: person,
  created_at: timestamp,
  source_filekey: z.nullable(uuid),
  file_name: z.nullable(z.string()),
  state: z.enum(FILE_STATES),
  rows: count,
  found: count,
  not_found: count,
})
export type Inquiry = z.output<typeof inquiry>

export const inquiryEndpoints = {
  run: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/smac_inquiry',
    summary: 'Confirm the dry run of a file and run the inquiry over it',
    access: 'inquiry:run',
    audit: { resource: 'inquiry', action: 'run', refersTo: 'body.source_filekey' },
    effect: 'write',
    status: 202,
    body: z.strictObject({
      mode: z.literal('FILE'),
      source_filekey: uuid,
      purpose: z.enum(PURPOSES),
      ticket_no: z.optional(textCheckedByRules),
      /** Answer the valid rows although others are not. */
      partial: z._default(z.boolean(), true),
      /** For the rows without dates; asked for only if there are such rows. */
      date_from: z.optional(day),
      date_to: z.optional(day),
      /** Why a file that was already uploaded is run again. */
      duplicate_reason: z.optional(textCheckedByRules),
    }),
    rules: {
      purpose: { label: 'Purpose', rules: 'select_required' },
      ticket_no: { label: 'Ticket', rules: 'max:30' },
      duplicate_reason: { label: 'Reason for running it again', rules: 'max:200' },
    },
    reply: z.object({ id: uuid, source_filekey: uuid, state: z.enum(FILE_STATES), as_of: day }),
  }),
  list: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/smac_inquiry/list',
    summary: 'Past inquiries: own ones, or all with inquiry:view-all',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all'] },
    audit: { resource: 'inquiry', action: 'list' },
    effect: 'read',
    body: listQuery(inquiriesList),
    reply: listReply(inquiry),
  }),
  export: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/smac_inquiry/export',
    summary: 'Export past inquiries in the background; answered with the tracked file of the export',
    access: 'inquiry:export',
    audit: { resource: 'inquiry', action: 'export' },
    effect: 'write',
    status: 202,
    body: exportRequest(inquiriesList),
    reply: z.object({ source_filekey: uuid }),
  }),
}
