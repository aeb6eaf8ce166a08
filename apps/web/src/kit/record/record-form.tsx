import type { Permission } from '@backoffice/contract/access'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form, FormErrorNotice } from '../form/form.tsx'
import type { RuleForm, Values } from '../form/rule-form.ts'
import { usePermission } from '../permission.ts'
import { PermissionGate } from '../permission-gate.tsx'
import css from './record-form.module.css'
import { isOverlayOpen } from './record-pane.tsx'

/** Closes the record, or goes on with an empty form. */
export type AfterSave = 'close' | 'new'

type Props<V extends Values> = {
  label: string
  form: RuleForm<V>
  /** To save. */
  permission: Permission
  /** What is said while there are changes. */
  unsaved?: string | undefined
  /** Above the fields. */
  notices?: ReactNode
  onCancel: () => void
  /** Set when a button submits: what follows a save. Without it there is one button. */
  next?: RefObject<AfterSave>
  /** Other actions, at the start of the foot. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The form of a record in its pane: Ctrl+Enter and Ctrl+S save as the button does. */
export function RecordForm<V extends Values>({
  label,
  form,
  permission,
  unsaved = 'Not saved yet',
  notices,
  onCancel,
  next,
  actions,
  children,
}: Props<V>) {
  const { guard } = usePermission(permission)
  const save = useRef<HTMLButtonElement>(null)
  // By the button, which knows whether saving is permitted.
  useSaveKeys(() => save.current?.click())
  return (
    <Form form={form} guard={guard} className={css.form} aria-label={label}>
      <div className={css.notices}>
        {notices}
        <FormErrorNotice form={form} />
      </div>
      {children}
      <footer className={css.foot}>
        <span className={css.state} role="status" data-dirty={form.dirty || undefined}>
          {form.dirty ? unsaved : ''}
        </span>
        {actions}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {next && (
          <PermissionGate permission={permission}>
            {/* Not a submit button: Enter in a field presses the first of those. */}
            <Button
              aria-disabled={form.busy || undefined}
              onClick={({ currentTarget }) => {
                next.current = 'new'
                currentTarget.form?.requestSubmit()
              }}
            >
              Save and new
            </Button>
          </PermissionGate>
        )}
        <PermissionGate permission={permission}>
          <Button
            ref={save}
            type="submit"
            variant="primary"
            busy={form.busy}
            onClick={() => {
              if (next) next.current = 'close'
            }}
          >
            Save
          </Button>
        </PermissionGate>
      </footer>
    </Form>
  )
}

function useSaveKeys(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    if (!(ctrlKey || metaKey) || altKey || shiftKey || (key !== 'Enter' && key.toLowerCase() !== 's')) return
    // Also while something is open: the browser would offer to save the page.
    event.preventDefault()
    if (!repeat && !isOverlayOpen()) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
