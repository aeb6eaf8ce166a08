import type { IncomingHttpHeaders } from 'node:http'
import { APPROVAL_HEADERS } from '@backoffice/contract/approval-headers'
import { MAX_REASON_CHARS, MAX_TICKET_CHARS } from '@backoffice/contract/approvals'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { HttpError } from '../../../kernel/errors.ts'

/**
 * Reason and ticket number of a call, for the deciders. `isBlank`: the client sent an empty reason, so a call that needs
 * approval is refused (428) instead of stored, and the client sends it again with a reason.
 */
export type StatedReason = { reason: string | null; ticket_no: string | null; isBlank: boolean }

/** Reads the headers of a call. Throws 422. */
export function statedReason(headers: IncomingHttpHeaders): StatedReason {
  const reason = headerOf(headers, 'reason', MAX_REASON_CHARS)
  const ticket = headerOf(headers, 'ticket', MAX_TICKET_CHARS)
  return { reason: reason || null, ticket_no: ticket || null, isBlank: reason === '' }
}

function headerOf(headers: IncomingHttpHeaders, name: keyof typeof APPROVAL_HEADERS, most: number) {
  const text = decoded(headers[APPROVAL_HEADERS[name]])?.trim()
  if (text === undefined) return undefined
  // Characters, as the browser’s form and the database count them.
  if ([...text].length > most || !text.isWellFormed() || text.includes('\0')) {
    const detail = `${APPROVAL_HEADERS[name]} has at most ${most} characters, percent-encoded.`
    throw new HttpError('invalid', { detail })
  }
  return maskCardNumbers(text)
}

function decoded(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(String(value))
  } catch {
    throw new HttpError('invalid', { detail: 'Percent-encode the headers of an approval.' })
  }
}
