import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id' | 'className'>

/** A field for several lines of text that grows with them. */
export function TextArea({ label, error, hint, below, required, optional, ...area }: Props) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => (
        <textarea
          rows={3}
          autoComplete="off"
          {...control}
          {...area}
          onInput={(event) => {
            area.onInput?.(event)
            grow(event.currentTarget)
          }}
        />
      )}
    </Field>
  )
}

/** Firefox ESR and Safari do not support `field-sizing`. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}
