import { cardEndpoints } from '@backoffice/contract/cards'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { PURPOSE_LABELS, PURPOSES } from '@backoffice/contract/purposes'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { TextField } from '../../../ui/field.tsx'
import { NativeSelectField, NoOption } from '../../../ui/native-select-field.tsx'
import type { WholeNumbersReason } from './download.ts'

/** Form values; the reason may be empty. */
export type CardReason = { reason: string; ticket_no: string }

type Options = {
  values?: CardReason
  /** Throws refusals. */
  onReason: (reason: WholeNumbersReason) => Promise<unknown>
  saved?: () => void
}

const { reason, ticket_no } = cardEndpoints.reveal.rules

export const CARD_REASON_FIELDS = { reason, ticket_no: { ...ticket_no, check: checkTicket } }
export const NO_CARD_REASON: CardReason = { reason: '', ticket_no: '' }

/** The reason of a form that is valid. */
export function cardReasonOf(entered: CardReason): WholeNumbersReason {
  const known = PURPOSES.find((each) => each === entered.reason)
  if (!known) throw new Error('The form was submitted without a reason.')
  return { reason: known, ticket_no: entered.ticket_no }
}

/** The form for the reason and the ticket that full card numbers require. */
export function useCardReasonForm({
  values = NO_CARD_REASON,
  onReason,
  saved = () => undefined,
}: Options): RuleForm<CardReason> {
  return useRuleForm<CardReason>({
    fields: CARD_REASON_FIELDS,
    values,
    submit: async (entered) => void (await onReason(cardReasonOf(entered))),
    saved,
    confirmLeave: false,
  })
}

/** `hasNone`: starts without a reason. */
export function CardReasonFields({
  form,
  hasNone = false,
}: {
  form: RuleForm<CardReason>
  hasNone?: boolean
}) {
  return (
    <>
      <NativeSelectField {...form.field('reason')}>
        {hasNone && <NoOption />}
        {Object.entries(PURPOSE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelectField>
      <TextField {...form.field('ticket_no')} spellCheck={false} />
    </>
  )
}
