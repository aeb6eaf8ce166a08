import { create } from 'zustand'
import { onSessionEnd } from '../../../session/sign-out.ts'

/** Values with which the form of a single inquiry opens; it asks for the missing ones. */
export type InquiryStart = {
  card: StartCard
  purpose?: string
  ticket_no?: string
  date_from?: string
  date_to?: string
}

/** A typed number, or a card of a row or transaction, whose number the browser does not know. */
export type StartCard =
  | { kind: 'NUMBER'; card_number: string }
  | { kind: 'ID'; card_id: string /** `•••• 0011` */; masked: string }

/** In memory only, because it may hold a card number; the form removes it when it opens. */
export const useInquiryStart = create<{ start: InquiryStart | undefined }>()(() => ({ start: undefined }))

/** Sets the values of the next single inquiry. The caller then opens `/smac_inquiry` without params. */
export function setInquiryStart(start: InquiryStart | undefined): void {
  useInquiryStart.setState({ start })
}

onSessionEnd(() => setInquiryStart(undefined))
