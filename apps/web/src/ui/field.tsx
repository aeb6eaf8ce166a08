import { type ReactNode, useId } from 'react'
import css from './field.module.css'

export type ControlProps = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  /** The control itself, given what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error of one field. */
export function Field({ label, error, hint, optional = false, children }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={css.optional}>optional</span>}
      </div>
      {children({
        id,
        className: css.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
