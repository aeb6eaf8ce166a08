import { MODULES } from '@backoffice/contract/access'
import { missingModules } from '@backoffice/contract/grants'
import { useId } from 'react'
import { useUser } from '../session/store.ts'
import css from './picker.module.css'

type Props = {
  label: string
  error: string | undefined
  value: readonly string[]
  onChange: (modules: string[]) => void
  saved: readonly string[]
}

/** Modules to tick; one that the caller does not hold can be taken away but not given. */
export function ModuleChips({ label, error, value, onChange, saved }: Props) {
  const id = useId()
  const missing = missingModules(useUser())
  return (
    <fieldset className={css.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>
        {label} <span className={css.hint}>what is shown at all</span>
      </legend>
      <div className={css.chips}>
        {MODULES.map((module) => {
          const isLocked = missing.includes(module) && !value.includes(module) && !saved.includes(module)
          return (
            <label
              key={module}
              className={css.chip}
              title={isLocked ? 'You do not hold this module' : undefined}
            >
              <input
                type="checkbox"
                checked={value.includes(module)}
                disabled={isLocked}
                onChange={({ target }) =>
                  onChange(
                    MODULES.filter((each) => (each === module ? target.checked : value.includes(each))),
                  )
                }
              />
              {module}
            </label>
          )
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
