import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Need, usePermission } from '../access/permission.ts'
import { PermissionGate } from '../access/permission-gate.tsx'
import { Form } from '../form/form.tsx'
import { FormRefusal } from '../form/form-refusal.tsx'
import type { RuleForm, Values } from '../form/rule-form.ts'
import { type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import css from './record-form.module.css'
import { isOverlayOpen } from './record-pane.tsx'

/** Closes the record, or continues with an empty form. */
export type AfterSave = 'close' | 'new'

type Props<V extends Values> = {
  label: string
  form: RuleForm<V>
  /** The permission to save. */
  permission: Need
  /** Text while there are unsaved changes. */
  unsaved?: string | undefined
  /** Notices above the fields. */
  notices?: ReactNode
  onCancel: () => void
  /** Set by the submitting button to the step after a save. Without it there is one button. */
  next?: RefObject<AfterSave>
  /** Other actions in the footer. */
  actions?: ReactNode
  /** Label of the button that submits. */
  yes?: string
  children: ReactNode
}

/** The form of a record in its pane. Ctrl+Enter and Ctrl+S save. */
export function RecordForm<V extends Values>({
  label,
  form,
  permission,
  unsaved = 'Unsaved changes',
  notices,
  onCancel,
  next,
  actions,
  yes = 'Save',
  children,
}: Props<V>) {
  const { guard } = usePermission(permission)
  const save = useRef<HTMLButtonElement>(null)
  // Clicks the button, which checks the permission.
  useSaveKeys(() => save.current?.click())
  return (
    <Form form={form} guard={guard} className={css.form} aria-label={label}>
      <div className={css.notices}>
        {notices}
        <FormRefusal form={form} />
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
            {/* Not a submit button, because Enter in a field presses the first submit button. */}
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
            {yes}
          </Button>
        </PermissionGate>
      </footer>
    </Form>
  )
}

const SAVE: readonly Shortcut[] = [{ keys: 'mod+s', label: 'Save', group: 'Record' }]

/** Ctrl+Enter and Ctrl+S. */
export function useSaveKeys(save: () => void): void {
  useShortcuts(SAVE)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    if (!(ctrlKey || metaKey) || altKey || shiftKey || (key !== 'Enter' && key.toLowerCase() !== 's')) return
    // Also below an open overlay, because the browser would offer to save the page.
    event.preventDefault()
    if (!repeat && !isOverlayOpen()) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
