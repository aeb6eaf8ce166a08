import type { View, ViewAudience } from '@backoffice/contract/views'
import { useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RefusalNotice } from '../feedback/refusal-notice.tsx'
import { inSentence } from './condition-words.ts'
import css from './panels.module.css'
import type { ListView } from './use-list.ts'
import { useViewWrite, ViewForm, type ViewValues } from './view-form.tsx'
import { applied, contentOf, type Views } from './views.ts'

type Props = {
  state: ListView
  views: Views | undefined
  active: View | undefined
  isChanged: boolean
  error: Error | null
  refetch: () => unknown
  onClose: () => void
}

const GROUPS: readonly (readonly [string, (view: View) => boolean])[] = [
  ['Mine', ({ is_mine }) => is_mine],
  ['My role’s', ({ is_mine, audience }) => !is_mine && audience === 'ROLE'],
  ['Everyone’s', ({ is_mine, audience }) => !is_mine && audience === 'EVERYONE'],
]

/** Choice of a view, with the forms to save the list as a view and to edit own views. */
export function ViewsPanel({ state, views, active, isChanged, error, refetch, onClose }: Props) {
  const [edited, setEdited] = useState<View | 'new'>()
  const { declaration } = state.list
  const hasDefault = views?.some(({ is_default }) => is_default) ?? false
  const show = (view: View | undefined) => state.change(applied(declaration, view, hasDefault))
  const write = useViewWrite(
    declaration.name,
    ({ view, change }) => {
      if (change.action === 'create' || (change.action === 'update' && change.content)) show(view)
      if (change.action === 'delete' && change.view.id === active?.id) state.change({ view: undefined })
    },
    () => setEdited(undefined),
  )

  if (error && !views)
    return (
      <div className={css.editor}>
        <Notice
          tone="bad"
          title="The views could not be loaded."
          action={<Button onClick={refetch}>Try again</Button>}
        >
          {errorMessage(error)}
        </Notice>
      </div>
    )
  if (edited)
    return (
      <ViewForm
        view={edited === 'new' ? undefined : edited}
        busy={write.isPending}
        error={write.error === undefined ? undefined : errorMessage(write.error)}
        onSave={(values) =>
          write.run(
            edited === 'new'
              ? { action: 'create', ...values, content: contentOf(state) }
              : { action: 'update', view: edited, name: values.name, ...sharingOf(edited, values) },
          )
        }
        onDelete={() => edited !== 'new' && write.run({ action: 'delete', view: edited })}
        onBack={() => {
          write.reset()
          setEdited(undefined)
        }}
      />
    )
  const choose = (view: View | undefined) => {
    show(view)
    onClose()
  }
  return (
    <div className={css.list}>
      {write.error !== undefined && <RefusalNotice error={write.error} />}
      <button
        type="button"
        className={css.item}
        aria-current={!active || undefined}
        onClick={() => choose(undefined)}
      >
        All {inSentence(declaration.title)}
      </button>
      {GROUPS.map(([label, isIn]) => (
        <Group
          key={label}
          label={label}
          views={views?.filter(isIn) ?? []}
          activeId={active?.id}
          onChoose={choose}
          onEdit={setEdited}
          onDefault={(view) => write.run({ action: 'default', view: view.is_default ? undefined : view })}
        />
      ))}
      <hr className={css.rule} />
      {active?.is_mine && isChanged && (
        <button
          type="button"
          className={css.item}
          onClick={() => write.run({ action: 'update', view: active, content: contentOf(state) })}
        >
          Save changes to {active.name}
        </button>
      )}
      {active && isChanged && (
        <button type="button" className={css.item} onClick={() => choose(active)}>
          Discard changes
        </button>
      )}
      <button type="button" className={css.item} onClick={() => setEdited('new')}>
        Save as a new view…
      </button>
    </div>
  )
}

type GroupProps = {
  label: string
  views: readonly View[]
  activeId: string | undefined
  onChoose: (view: View) => void
  onEdit: (view: View) => void
  onDefault: (view: View) => void
}

function Group({ label, views, activeId, onChoose, onEdit, onDefault }: GroupProps) {
  if (views.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className={css.heading}>{label}</h3>
      {views.map((view) => (
        <div key={view.id} className={css.line}>
          <button
            type="button"
            className={css.item}
            aria-current={view.id === activeId || undefined}
            onClick={() => onChoose(view)}
          >
            {view.name}
            <span className={css.note}>{noteOf(view)}</span>
          </button>
          <button
            type="button"
            className={css.small}
            aria-label={`Use ${view.name} as default view`}
            aria-pressed={view.is_default}
            title="Default view"
            onClick={() => onDefault(view)}
          >
            <Icon name="pin" size={14} />
          </button>
          {view.is_mine && (
            <button
              type="button"
              className={css.small}
              aria-label={`Edit ${view.name}`}
              onClick={() => onEdit(view)}
            >
              <Icon name="more" size={14} />
            </button>
          )}
        </div>
      ))}
    </section>
  )
}

/** Only if it changes, because sent again it would share with the role that the user has now. */
function sharingOf(view: View, { audience, role_id }: ViewValues): Partial<ViewValues> {
  const isSame = audience === view.audience && (audience !== 'ROLE' || role_id === view.role?.id)
  return isSame ? {} : { audience, role_id }
}

function noteOf({ is_mine, audience, role, owner, is_default }: View): string {
  const sharing = role ? `shared with ${role.name}` : AUDIENCE_NOTES[audience]
  const whose = is_mine ? sharing : owner.name
  return [is_default && 'default', whose].filter(Boolean).join(', ')
}

const AUDIENCE_NOTES: Readonly<Record<ViewAudience, string>> = {
  MINE: '',
  ROLE: 'its role was deleted',
  EVERYONE: 'shared with everyone',
}
