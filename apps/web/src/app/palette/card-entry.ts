import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import { checkCardNumber, withoutSeparators } from '@backoffice/contract/inquiry-criteria'
import { useRouter } from '@tanstack/react-router'
import { setInquiryStart } from '../../features/files/tracked/inquiry-start.ts'
import { usePermission } from '../../kit/access/permission.ts'
import { mayLeave } from '../../kit/form/unsaved-changes.ts'
import type { PaletteSource } from '../../kit/palette/palette.tsx'
import type { Entry } from '../../kit/palette/rank.ts'

/** Fewest digits of a number that may be part of a card number: single dates, codes and terminals have fewer. */
const MIN_DIGITS = 9

/** For a query like a card number: it is neither sent nor stored, but a whole one can start an inquiry. */
export function useCardSource(query: string): Omit<PaletteSource, 'hint'> {
  const router = useRouter()
  const { isShown, isAllowed, guard } = usePermission('inquiry:run')
  const common = { actions: [], results: [] }
  const open = () => void router.navigate({ to: '/smac_inquiry', search: {} })
  const wrong = checkCardNumber(query)
  if (!isShown || wrong !== undefined) {
    const entry: Entry = {
      id: 'card:screen',
      group: 'Screens',
      label: 'Open SMAC Inquiry',
      skipsRecent: true,
      run: open,
    }
    return {
      ...common,
      sections: isShown ? [{ label: 'Screens', entries: [entry] }] : [],
      message: 'This looks like a card number, so nothing was searched. Look up cards in SMAC Inquiry.',
      isAlert: true,
    }
  }
  const entry: Entry = {
    id: 'card:inquiry',
    group: 'Actions',
    label: `Run inquiry for card ${maskedCard(withoutSeparators(query))}`,
    denied: !isAllowed,
    skipsRecent: true,
    run: guard(async () => {
      if (!(await mayLeave())) return
      setInquiryStart({ card: { kind: 'NUMBER', card_number: withoutSeparators(query) } })
      open()
    }),
  }
  return {
    ...common,
    sections: [{ label: 'Actions', entries: [entry] }],
    message: 'Opens the single inquiry with this card. The number is neither searched nor stored.',
  }
}

/** True if a query may be all or much of a card number, which must not be sent or stored. */
export function looksLikeCardNumber(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0
  const isLongNumber = digits >= MIN_DIGITS && !/\p{L}/u.test(query)
  return isLongNumber || /(?<![\w-])(?:\p{Nd}[\s-]?){12}/u.test(query) || maskCardNumbers(query) !== query
}
