import type { ReviewItem } from '@backoffice/contract/endpoints/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/reviews'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { plural } from '../../kit/format-number.ts'
import { TextField } from '../../ui/text-field.tsx'
import { REASON_FIELD } from './removal-fields.ts'
import { itemsInWords, needsReplacement } from './review-words.ts'

type Props = {
  items: readonly ReviewItem[]
  /** Throws if the whole call is refused. */
  onRemove: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason why several items are removed. */
export function RemoveDialog({ items, onRemove, onClose }: Props) {
  const form = useRuleForm({
    fields: REASON_FIELD,
    values: { reason: '' },
    submit: ({ reason }) => onRemove(reason),
    saved: onClose,
    askOnLeaving: false,
  })
  const roles = items.filter(needsReplacement).length
  return (
    <FormDialog
      form={form}
      title={`Remove ${itemsInWords(items)}?`}
      message={`Removed when the review ends.${
        roles > 0
          ? ` ${plural(roles, 'user')} then ${roles === 1 ? 'has' : 'have'} ${DEFAULT_REPLACEMENT}.`
          : ''
      }`}
      yes="Remove"
      isDangerous
      onClose={onClose}
    >
      <TextField {...form.field('reason')} hint="Visible in history and evidence" maxLength={800} />
    </FormDialog>
  )
}
