import { type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { useLazyDialog } from '../../../kit/lazy/use-lazy.tsx'
import type { Refusal } from '../../../kit/record/outcomes-dialog.tsx'
import { call } from '../../../net/call.ts'
import { refreshCases } from './case-queries.ts'
import { caseLink } from './case-start.ts'

/** The card that a list row refers to. */
export type CardOfRow = { card_id: string /** Name of the row, for refusals. */; name: string }
type Request = { cards: readonly CardOfRow[]; ticketNo: string }
type Result = { cards: readonly CardOfRow[]; opened: readonly CaseRow[]; refusals: readonly Refusal[] }

const loadOutcomes = async () => (await import('../../../kit/record/outcomes-dialog.tsx')).OutcomesDialog

/** Opens a case per card with its pending purchases, and then the case if it is the only one. */
export function useOpenForCards({ onDone = () => undefined }: { onDone?: () => void } = {}): {
  open: (request: Request) => void
  isPending: boolean
  dialog: ReactNode
} {
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Result>()
  const write = useWrite({
    run: openForCards,
    successText: ({ opened }) => (opened.length > 0 ? `Opened ${plural(opened.length, 'case')}` : undefined),
    refresh: refreshCases,
    close({ opened, cards, refusals }) {
      const [first] = opened
      if (refusals.length > 0) return setRefused({ opened, cards, refusals })
      onDone()
      if (first && opened.length === 1) void navigate(caseLink(first.case_no))
    },
    refusalText: (result) => (result.refusals.length > 0 ? titleOf(result) : undefined),
  })
  const OutcomesDialog = useLazyDialog(loadOutcomes, refused !== undefined, () => setRefused(undefined))
  return {
    open: (request) => write.run(request),
    isPending: write.isPending,
    dialog: refused && OutcomesDialog && (
      <OutcomesDialog
        title={titleOf(refused)}
        refusals={refused.refusals}
        onClose={() => {
          setRefused(undefined)
          onDone()
        }}
      />
    ),
  }
}

function titleOf({ cards, refusals }: Result): string {
  const count = refusals.length
  return `${count} of ${plural(cards.length, 'card')} ${count === 1 ? 'has' : 'have'} no new case`
}

/** Opens one case for a card that several rows share. */
async function openForCards({ cards, ticketNo }: Request): Promise<Result> {
  const names = new Map(cards.map(({ card_id, name }) => [card_id, name]))
  const { items } = await call(caseEndpoints.createForCards, {
    body: { card_ids: [...names.keys()], ticket_no: ticketNo },
  })
  return {
    cards: [...names].map(([card_id, name]) => ({ card_id, name })),
    opened: items.flatMap(({ row }) => row ?? []),
    refusals: items.flatMap(({ outcome, id, detail = '' }) =>
      outcome === 'refused' ? [{ id, name: names.get(id) ?? '', reason: detail }] : [],
    ),
  }
}
