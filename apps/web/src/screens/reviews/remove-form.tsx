import type { ReviewItem } from '@backoffice/contract/endpoints/reviews'
import { DEFAULT_REPLACEMENT } from '@backoffice/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Form } from '../../kit/form/form.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { FormRefusal } from '../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDeciding } from './deciding.ts'
import { useDecide } from './decisions.ts'
import css from './items.module.css'
import { REASON_FIELD } from './removal-fields.ts'
import { itemName, needsReplacement } from './review-words.ts'
import { replacementsQuery } from './reviews-queries.ts'

/** The server’s default, whose id only the list of replacements has. */
const DEFAULT = 'default'

const DEFAULT_OPTION = { value: DEFAULT, label: DEFAULT_REPLACEMENT }

type Role = { id: string; name: string; description?: string | null }

const optionOf = ({ id, name, description }: Role) => ({
  value: name === DEFAULT_REPLACEMENT ? DEFAULT : id,
  label: name,
  ...(description && { note: description }),
})

/** Reason of a removal and, for a role, its replacement. A refusal keeps what was typed. */
export function RemoveForm({ item }: { item: ReviewItem }) {
  const { review, closeForm } = useDeciding()
  // The form shows refusals.
  const { send } = useDecide(review, { close: () => undefined })
  const hasRole = needsReplacement(item)
  const replacements = useQuery({ ...replacementsQuery(review.id, item.id), enabled: hasRole })
  const chosenBefore = item.replacement?.name === DEFAULT_REPLACEMENT ? null : item.replacement
  const close = () => closeForm(item.id)
  const form = useRuleForm({
    fields: { ...REASON_FIELD, replacement: { label: 'Replacement role', rules: 'required' } },
    values: { reason: item.reason ?? '', replacement: chosenBefore?.id ?? DEFAULT },
    submit: async ({ reason, replacement }) => {
      const chosen = hasRole && replacement !== DEFAULT && { replacement_role_id: replacement }
      const { refusals } = await send({ decision: 'REMOVE', reason, ...chosen, items: [item] })
      const [refused] = refusals
      if (refused) throw new FormError(refused.reason)
    },
    saved: close,
    askOnLeaving: false,
  })
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const options = useMemo(() => (replacements.data ?? []).map(optionOf), [replacements.data])
  const { value, onChange, ...field } = form.widget('replacement')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for Cancel
    <div
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <Form form={form} className={css.removal} aria-label={`Remove ${itemName(item)}`}>
        <FormRefusal form={form} />
        <div className={css.removalFields}>
          <TextField {...form.field('reason')} maxLength={800} hint="Visible in history and evidence" />
          {hasRole && (
            <SearchableSelectField
              {...field}
              {...{ value, options }}
              known={[DEFAULT_OPTION, ...(chosenBefore ? [optionOf(chosenBefore)] : [])]}
              onChange={(id) => onChange(id ?? DEFAULT)}
              allowEmpty={false}
              loading={replacements.isPending}
              problem={replacements.error ? errorMessage(replacements.error) : undefined}
              showLabels={false}
              hint={`${DEFAULT_REPLACEMENT}, or a role that gives the user nothing new`}
            />
          )}
        </div>
        <div className={css.removalButtons}>
          <Button type="submit" variant="danger" busy={form.busy}>
            Remove
          </Button>
          <Button onClick={close}>Cancel</Button>
          <span className={css.quiet}>Removed when the review ends.</span>
        </div>
      </Form>
    </div>
  )
}
