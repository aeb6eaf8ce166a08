import { type ChangeEvent, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { described, type FieldProps, Message } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { size } from '../format/format-number.ts'
import css from './file-picker.module.css'

type Props = Pick<FieldProps, 'label' | 'error' | 'hint' | 'required' | 'optional'> & {
  name: string
  value: readonly File[]
  onChange: (files: File[]) => void
  onBlur: () => void
  multiple?: boolean
  /** Like `accept` of an input, filters the dialog but checks nothing. */
  accept?: string
  disabled?: boolean
}

/** Field to choose or drop files. With `multiple`, further files are added; each can be removed. */
export function FilePicker({ label, error, hint, required: _, optional, value, onChange, ...input }: Props) {
  const id = useId()
  const { multiple, disabled } = input
  const inputRef = useRef<HTMLInputElement>(null)

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const picked = [...(target.files ?? [])]
    // The list below shows the chosen files; the cleared input accepts the same file again.
    target.value = ''
    if (picked.length === 0) return
    onChange(multiple ? [...value, ...picked.filter((file) => !value.some(isSame(file)))] : picked)
  }

  function remove(file: File) {
    onChange(value.filter((one) => one !== file))
    // Keeps the focus, because the button disappears with its file.
    inputRef.current?.focus()
  }

  return (
    <div className={css.field}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={css.optional}>optional</span>}
      </div>
      <div className={css.area} data-disabled={disabled || undefined}>
        <Icon name="upload" />
        <span>
          <strong>{multiple ? 'Choose files' : 'Choose a file'}</strong> or drop {multiple ? 'them' : 'it'}{' '}
          here
        </span>
        {/* Covers the area invisibly, so that choosing, dropping and the keyboard are native. */}
        <input
          {...input}
          ref={inputRef}
          id={id}
          type="file"
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error, hint, below: value.length > 0 })}
          onChange={pick}
        />
      </div>
      <Message id={id} error={error} hint={hint} />
      <p id={`${id}-below`} className="visually-hidden">
        {value.length > 0 && `Chosen: ${value.map(({ name }) => name).join(', ')}`}
      </p>
      {value.length > 0 && (
        <ul className={css.files}>
          {value.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span className={css.name}>{file.name}</span>
              <span className={css.size}>{size(file.size)}</span>
              <Button
                variant="quiet"
                icon={<Icon name="close" size={12} />}
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function isSame(file: File) {
  return (other: File) =>
    other.name === file.name && other.size === file.size && other.lastModified === file.lastModified
}
