import { FILE_CODES } from '@backoffice/contract/file-codes'
import { keysOf } from '@backoffice/contract/objects'

/** Codes of problems that are more specific than an error of the catalogue. */
const SPECIFIC = [
  ...['already_posted', 'cannot_see_case', 'card_not_found', 'card_number', 'case_not_found'],
  ...['cursor_mismatch', 'deleted_key', 'duplicate', 'effects_changed', 'empty', 'inquiry_not_found'],
  ...['max', 'no_valid_rows', 'not_able', 'not_allowed', 'not_less', 'not_others', 'not_read'],
  ...['nothing_pending', 'other_company', 'out_of_range', 'page_too_far', 'past', 'required', 'reversed'],
  ...['rows_invalid', 'rows_rejected', 'session_not_found', 'sessions_not_available'],
  ...['sign_in_not_confirmed', 'too_few', 'too_long', 'too_many', 'too_many_views', 'unchanged'],
  ...['unknown', 'unknown_field', 'unknown_row', 'unknown_sheet', 'unreadable_sheet'],
] as const

export const DETAIL_CODES = [...SPECIFIC, ...keysOf(FILE_CODES)]
export type DetailCode = (typeof DETAIL_CODES)[number]
