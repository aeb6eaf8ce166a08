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
  /** One line below the control; an error takes its place. */
  hint?: string
  /** More to know, which stays. */
  below?: ReactNode
  optional?: boolean
  /** The control itself, given what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error of one field. */
export function Field({ label, error, hint, below, optional = false, children }: Props) {
  const id = useId()
  const described = [(error ?? hint) && `${id}-message`, below && `${id}-below`].filter(Boolean).join(' ')
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
      {/* Its line is there before there is anything to say: a form that moves under the pointer loses clicks. */}
      <p id={`${id}-message`} className={css.message} data-error={error ? true : undefined}>
        {error ?? hint}
      </p>
      {below && (
        <div id={`${id}-below`} className={css.below}>
          {below}
        </div>
      )}
    </div>
  )
}
