import { VIEW_AUDIENCES, type View, type ViewAudience } from '@backoffice/contract/endpoints/views'
import { isKeyOf } from '@backoffice/contract/objects'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './panels.module.css'

type Props = {
  /** Undefined for a new view. */
  view: View | undefined
  busy: boolean
  error: string | undefined
  onSave: (name: string, audience: ViewAudience) => void
  onDelete: () => void
  onBack: () => void
}

const AUDIENCES = Object.entries(VIEW_AUDIENCES).map(([value, label]) => ({ value, label }))

export function ViewForm({ view, busy, error, onSave, onDelete, onBack }: Props) {
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState<ViewAudience>(view?.audience ?? 'MINE')
  const [isEmpty, setEmpty] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const text = name.trim()
    setEmpty(text === '')
    if (text) onSave(text, audience)
  }

  return (
    <form ref={form} className={css.editor} onSubmit={onSubmit} aria-label={view ? 'Edit view' : 'New view'}>
      <div className={css.head}>
        <button type="button" className={css.small} aria-label="Back to the views" onClick={onBack}>
          <Icon name="previous" size={14} />
        </button>
        <strong>{view ? 'Edit view' : 'Save as a new view'}</strong>
      </div>
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        error={isEmpty ? 'Enter a name.' : error}
        onChange={({ target }) => setName(target.value)}
      />
      <RadioGroup
        label="Visible to"
        name="audience"
        options={AUDIENCES}
        value={audience}
        onChange={({ target }) => isKeyOf(VIEW_AUDIENCES, target.value) && setAudience(target.value)}
      />
      <div className={css.actions}>
        {view && (
          <Button variant="danger" busy={busy} onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button variant="primary" type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
