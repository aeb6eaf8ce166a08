import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './field.module.css'

export type ControlProps = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

export type FieldProps = {
  label: string
  /** Text, which may contain a link. */
  error?: ReactNode
  /** Text below the control and below an error. */
  hint?: string | undefined
  /** Additional content, shown also with an error. */
  below?: ReactNode
  /** For assistive technology; on screen only optional fields are marked. */
  required?: boolean | undefined
  /** Marked on screen, because most fields are required. */
  optional?: boolean | undefined
}

type Props = FieldProps & {
  /** Renders the control with the props that connect it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error of one field. */
export function Field({ label, error, hint, below, required = false, optional = false, children }: Props) {
  const id = useId()
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
        'aria-required': required || undefined,
        'aria-describedby': described(id, { error, hint, below }),
      })}
      <Message id={id} error={error} hint={hint} />
      {below && (
        <div id={`${id}-below`} className={css.below}>
          {below}
        </div>
      )}
    </div>
  )
}

/** Ids of the descriptions of a control, for `aria-describedby`. */
export function described(
  id: string,
  { error, hint, below }: { error?: ReactNode; hint?: ReactNode; below?: ReactNode },
): string | undefined {
  const message = (error || hint) && `${id}-message`
  return (
    [message, error && hint && `${id}-hint`, below && `${id}-below`].filter(Boolean).join(' ') || undefined
  )
}

type MessageProps = Pick<FieldProps, 'error' | 'hint'> & { id: string }

/** Also rendered while empty, so that most forms keep their height when errors appear. */
export function Message({ id, error, hint }: MessageProps) {
  return (
    <>
      <p id={`${id}-message`} className={css.message} data-error={error ? true : undefined}>
        {error ?? hint}
      </p>
      {error && hint && (
        <p id={`${id}-hint`} className={css.message}>
          {hint}
        </p>
      )}
    </>
  )
}

/** Fields in one column, or in two if there is room. */
export function Fields({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return (
    <div className={css.fields} data-columns={columns}>
      {children}
    </div>
  )
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className'>

/** A single-line input: text, numbers, addresses. */
export function TextField({ label, error, hint, below, required, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => <input autoComplete="off" {...control} {...input} />}
    </Field>
  )
}
