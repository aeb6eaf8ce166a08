import { useQueryClient } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { ErrorNotice } from '../feedback/error-notice.tsx'
import { NOT_FOUND } from '../feedback/error-view.tsx'
import { setOpenRecord } from '../navigation/open-record.ts'
import { type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import { listLink } from './record-links.ts'
import css from './record-pane.module.css'

type Props = {
  /** `Edit tender 0041`. */
  heading: string
  /** For the breadcrumb and the document title: `FUEL 0041`. */
  title: string
  /** True if the record does not exist and has no name, facts and actions. */
  isMissing?: boolean
  badge?: ReactNode
  /** Content before the heading, such as initials. */
  lead?: ReactNode
  /** Line below the heading. */
  subtitle?: ReactNode
  width?: 'narrow' | 'wide'
  /** Link to the list; must be the same object between renders. */
  back: LinkProps
  /** Link that Escape follows; default: `back`. */
  escapeTo?: LinkProps | undefined
  /** Links to the previous and next record in the list. */
  neighbours?: { previous: LinkProps | undefined; next: LinkProps | undefined } | undefined
  /** Actions at the end of the heading. */
  actions?: ReactNode
  /** Next steps of the record, in a line below the heading. */
  steps?: ReactNode
  children: ReactNode
}

const MISSING: Pick<Props, 'heading' | 'title' | 'badge' | 'lead' | 'subtitle' | 'actions' | 'steps'> = {
  heading: NOT_FOUND,
  title: NOT_FOUND,
}

/** A record next to its list; on narrow screens over it. */
export function RecordPane({ isMissing = false, ...props }: Props) {
  const { width = 'narrow', back, escapeTo = back, neighbours, children } = props
  const { heading, title, badge, lead, subtitle, actions, steps } = isMissing ? MISSING : props
  const id = useId()
  const navigate = useNavigate()
  useEffect(() => setOpenRecord({ title, width, back }), [title, width, back])
  useEffect(() => () => setOpenRecord(undefined), [])
  useEscape(() => void navigate(escapeTo))
  return (
    <section data-record aria-labelledby={id} className={css.pane} data-width={width}>
      <header className={css.head}>
        {lead}
        <div className={css.title}>
          <div className={css.heading}>
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {badge}
          </div>
          {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        </div>
        <div className={css.buttons} data-neighbours>
          {neighbours && (
            <>
              <IconButton name="previous" label="Previous" to={neighbours.previous} />
              <IconButton name="next" label="Next" to={neighbours.next} />
            </>
          )}
        </div>
        {actions && (
          <div className={css.buttons} data-actions>
            {actions}
          </div>
        )}
        <IconButton name="close" label="Close" to={back} />
        {steps && (
          <div className={css.steps} data-steps>
            {steps}
          </div>
        )}
      </header>
      {children}
    </section>
  )
}

type ButtonProps = { name: 'previous' | 'next' | 'close'; label: string; to: LinkProps | undefined }

function IconButton({ name, label, to }: ButtonProps) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      aria-disabled={!to || undefined}
      onClick={() => to && void navigate(to)}
    >
      <Icon name={name} />
    </button>
  )
}

const CLOSE: readonly Shortcut[] = [{ keys: 'Esc', label: 'Close', group: 'Record' }]

/** Closes the pane on Escape if the focus is in the pane or nowhere, and no overlay is open. */
function useEscape(close: () => void): void {
  useShortcuts(CLOSE)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOverlayOpen() || isListOpen()) return
    const { activeElement } = document
    if (activeElement !== document.body && !activeElement?.closest('[data-record]')) return
    // Otherwise the same key would close the dialog about unsaved changes.
    event.preventDefault()
    close()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** True if a dialog or a menu is open. */
export function isOverlayOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

const isListOpen = () => document.querySelector('[role=combobox][aria-expanded=true]') !== null

type BrokenRecordProps = {
  table: { readonly noun: string; readonly path: string }
  error: unknown
}

/** Replaces a record that could not be rendered or loaded; the list stays. */
export function BrokenRecord({ table, error }: BrokenRecordProps) {
  const router = useRouter()
  const title = `A ${table.noun}`
  return (
    <RecordPane heading={title} title={title} back={listLink(table)}>
      <div className={css.body}>
        <ErrorNotice
          what={`This ${table.noun}`}
          was="shown"
          error={error}
          onRetry={() => void router.invalidate()}
        />
      </div>
    </RecordPane>
  )
}

type Neighbours = { previous: string | undefined; next: string | undefined }

/** The previous and next row of a record; undefined for a record that is not listed. `listedIds`: ids of the shown rows. */
export function useNeighbours(listedIds: () => readonly string[], id: string): Neighbours {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  // As text, so that equal ids are an equal snapshot.
  const ids = useSyncExternalStore(subscribe, () => neighbourIds(listedIds(), id), noIds)
  const [previous, next] = ids.split(' ')
  return { previous: previous || undefined, next: next || undefined }
}

/** Snapshot for the frame of the page, which has no list yet. */
const noIds = () => ''

function neighbourIds(ids: readonly string[], id: string): string {
  const index = ids.indexOf(id)
  return index < 0 ? '' : `${ids[index - 1] ?? ''} ${ids[index + 1] ?? ''}`
}
