import { isKeyOf } from '@backoffice/contract/objects'
import {
  SHARE_WITH_ROLES,
  VIEW_AUDIENCES,
  type View,
  type ViewAudience,
  type ViewContent,
  viewEndpoints,
} from '@backoffice/contract/views'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { usePermission } from '../access/permission.ts'
import { useWrite } from '../form/use-write.ts'
import css from './panels.module.css'
import { setViews, shareableRolesQuery, viewsQuery } from './views.ts'

/** `role_id`: undefined for the user’s own role. */
export type ViewValues = { name: string; audience: ViewAudience; role_id: string | undefined }

type Props = {
  /** Undefined for a new view. */
  view: View | undefined
  busy: boolean
  error: string | undefined
  onSave: (values: ViewValues) => void
  onDelete: () => void
  onBack: () => void
}

const AUDIENCES = Object.entries(VIEW_AUDIENCES).map(([value, label]) => ({ value, label }))

const AUDIENCES_BY_ROLE = AUDIENCES.map(({ value, label }) => ({
  value,
  label: value === 'ROLE' ? 'A role' : label,
}))

/** Roles that the user may share a view with; undefined if only with the own one. */
function useShareableRoles() {
  const { isAllowed } = usePermission(SHARE_WITH_ROLES)
  const { data } = useQuery({ ...shareableRolesQuery, enabled: isAllowed })
  return isAllowed ? (data ?? []) : undefined
}

export function ViewForm({ view, busy, error, onSave, onDelete, onBack }: Props) {
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState<ViewAudience>(view?.audience ?? 'MINE')
  const [roleId, setRoleId] = useState(view?.role?.id ?? '')
  const roles = useShareableRoles()
  const [isEmpty, setEmpty] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const text = name.trim()
    setEmpty(text === '')
    if (text) onSave({ name: text, audience, role_id: roleId || undefined })
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
        options={roles ? AUDIENCES_BY_ROLE : AUDIENCES}
        value={audience}
        onChange={({ target }) => isKeyOf(VIEW_AUDIENCES, target.value) && setAudience(target.value)}
      />
      {roles && audience === 'ROLE' && (
        <NativeSelectField
          label="Role"
          value={roleId}
          onChange={({ target }) => setRoleId(target.value)}
          hint="Users with this role see the view"
        >
          <option value="">My role</option>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelectField>
      )}
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

type ViewWrite =
  | ({ action: 'create'; content: ViewContent } & ViewValues)
  | ({ action: 'update'; view: View; content?: ViewContent } & Partial<ViewValues>)
  | { action: 'delete'; view: View }
  | { action: 'default'; view: View | undefined }

type ViewWriteResult = {
  change: ViewWrite
  /** The view to show. */
  view?: View | undefined
  successText?: string
}

/** Writes a view and updates the cached views. */
async function write(list: string, change: ViewWrite): Promise<ViewWriteResult> {
  switch (change.action) {
    case 'create': {
      const { action: _, ...body } = change
      const view = await call(viewEndpoints.create, { body: { list, ...body } })
      setViews(list, (views) => [...views, view])
      return { change, view, successText: `View ${view.name} saved` }
    }
    case 'update': {
      const { action: _, view: seen, ...changes } = change
      const body = { version: seen.version, ...changes }
      const view = await call(viewEndpoints.update, { params: { id: seen.id }, body })
      setViews(list, (views) => views.map((each) => (each.id === view.id ? view : each)))
      return { change, view, successText: `View ${view.name} saved` }
    }
    case 'delete': {
      const { id, version, name } = change.view
      await call(viewEndpoints.delete, { params: { id }, version })
      setViews(list, (views) => views.filter((each) => each.id !== id))
      return { change, successText: `View ${name} deleted` }
    }
    case 'default': {
      const id = change.view?.id ?? null
      await call(viewEndpoints.setDefault, { body: { list, id } })
      setViews(list, (views) => views.map((each) => ({ ...each, is_default: each.id === id })))
      return { change, view: change.view }
    }
  }
}

/** `take` applies the result to the list, even after the panel is closed; `close` closes the panel. */
export function useViewWrite(list: string, take: (result: ViewWriteResult) => void, close: () => void) {
  return useWrite({
    run: (change: ViewWrite) => write(list, change),
    successText: ({ successText }) => successText,
    store: take,
    // Loads another user's change, so that the next try is based on it.
    refresh: (error) =>
      error instanceof ApiError && [404, 409].includes(error.status)
        ? queryClient.invalidateQueries(viewsQuery(list))
        : undefined,
    close,
    showsError: true,
  })
}
