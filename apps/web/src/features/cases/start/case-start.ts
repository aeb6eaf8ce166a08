import type { CaseKind } from '@backoffice/contract/case-values'
import type { Transaction } from '@backoffice/contract/inquiries'
import type { LinkProps } from '@tanstack/react-router'
import { create } from 'zustand'
import { createLink, recordLink } from '../../../kit/record/record-links.ts'
import { onSessionEnd } from '../../../session/sign-out.ts'
import { CASES } from './case-queries.ts'

/** Values with which the form of a new case opens. */
export type CaseStart = {
  card_id: string
  /** `•••• 0011` */
  card: string
  /** Transactions of the card. The form offers those that a case can follow. */
  transactions: readonly Transaction[]
  /** Ids of the preselected transactions. */
  transaction_ids: readonly string[]
  ticket_no: string
  /** By default the kind that suits the purchases. */
  kind?: CaseKind
}

const useCaseStart = create<{ start: CaseStart | undefined }>()(() => ({ start: undefined }))

/** Sets the values of the next new case. The caller then opens `openCaseLink`. */
export function setCaseStart(start: CaseStart | undefined): void {
  useCaseStart.setState({ start })
}

/** The values, which the form removes when it opens. */
export function takeCaseStart(): CaseStart | undefined {
  const { start } = useCaseStart.getState()
  setCaseStart(undefined)
  return start
}

export const openCaseLink: LinkProps = createLink(CASES)

/** Links from other screens, whose search params do not belong to the list of cases. */
export const newCaseLink: LinkProps = { ...openCaseLink, search: {} }
export const caseLink = (caseNo: string): LinkProps => ({ ...recordLink(CASES, caseNo), search: {} })

onSessionEnd(() => setCaseStart(undefined))
