import { type ComponentProps, useEffect, useId, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './password-field.module.css'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className' | 'type' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password'
  }

/** A password field with a button that shows and hides the text. Submitting hides it. */
export function PasswordField({ label, error, hint, below, required, optional, ...input }: Props) {
  const [shown, setShown] = useState(false)
  const buttonId = useId()
  useEffect(() => {
    if (!shown) return
    const form = document.getElementById(buttonId)?.closest('form')
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [shown, buttonId])
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => (
        <div className={css.password}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
          />
          <button
            id={buttonId}
            type="button"
            className={css.toggle}
            aria-controls={control.id}
            // Keeps the focus in the field, which is validated on blur.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
