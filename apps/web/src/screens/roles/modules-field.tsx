import { MODULES } from '@backoffice/contract/access'
import { missingModules } from '@backoffice/contract/grants'
import { useId } from 'react'
import { withItem } from '../../access/chosen.ts'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useUser } from '../../session/store.ts'
import { Message } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { RoleValues } from './role-values.ts'
import css from './roles.module.css'

type Props = {
  form: RuleForm<RoleValues>
  /** What the role has as it is stored: it may be taken and given back. */
  before: readonly string[]
  isReadOnly?: boolean | undefined
}

/** The modules as buttons that stay pressed; `All` stands for the others. */
export function ModulesField({ form, before, isReadOnly = false }: Props) {
  const id = useId()
  const missing = missingModules(useUser())
  const { label, value, error, onChange } = form.widget('modules')
  const hasAll = value.includes('All')
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-message` : undefined}
      aria-invalid={error ? true : undefined}
      className={css.group}
    >
      <p className={css.legend}>
        <span id={`${id}-label`}>{label}</span> <span className={css.hint}>what is shown at all</span>
      </p>
      <div className={css.chips}>
        {MODULES.map((module) => {
          const isCovered = hasAll && module !== 'All'
          const isChosen = value.includes(module)
          const refusal = isReadOnly
            ? undefined
            : isCovered
              ? 'All covers this module.'
              : !isChosen && !before.includes(module) && missing.includes(module)
                ? 'You can only give what you hold yourself, and you do not hold this module.'
                : undefined
          return (
            <button
              key={module}
              type="button"
              className={css.chip}
              aria-pressed={isChosen || isCovered}
              aria-disabled={isReadOnly || refusal !== undefined || undefined}
              title={refusal}
              onClick={() => {
                if (refusal) toastFailed(refusal)
                else if (!isReadOnly) onChange(withItem(value, module, !isChosen))
              }}
            >
              {(isChosen || isCovered) && <Icon name="check" size={14} />}
              {module}
            </button>
          )
        })}
      </div>
      <Message id={id} error={error} />
    </fieldset>
  )
}
