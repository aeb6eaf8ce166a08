import { useRouter } from '@tanstack/react-router'
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { focusItem, type MenuItem, MenuItems } from '../../ui/menu.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { SkeletonRows } from '../../ui/table.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import { useStackedColumns } from './column-layout.ts'
import { DataRow, newerFields, roles } from './data-row.tsx'
import css from './data-table.module.css'
import { HeadCell, PageCheckbox } from './head-cell.tsx'
import {
  focusRow,
  leadOf,
  type RowKey,
  rowAt,
  rowShortcuts,
  rowStep,
  useCurrentRow,
  usePageRowKeys,
} from './row-keys.ts'
import { refreshed, rowsBetween, withRows } from './selection.ts'
import type { ListState } from './use-list.ts'

export type DataTableProps<Row> = {
  state: ListState<Row>
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  busy: boolean
  selectable?: boolean
  menu?: ((row: Row) => readonly MenuItem[]) | undefined
  /** Content below an opened row; without it rows do not open in place. */
  detail?: (row: Row) => ReactNode
  /** Ids of the opened rows, if the screen opens rows too. */
  opened?: OpenedRows
  /** Additional keys of a row. Keep the array between renders. */
  rowKeys?: readonly RowKey[] | undefined
  /** The record that is open next to the list. */
  currentId?: string | undefined
  /** The record that was just saved. */
  savedId?: string | undefined
  /** The table scrolls under its fixed head. */
  fills?: boolean
}

export type OpenedRows = { ids: ReadonlySet<string>; onToggle: (id: string) => void }

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { state, rows, busy, selectable = false, menu: menuOf, detail, currentId, savedId, fills } = props
  const { rowKeys } = props
  const { list, selected, select } = state
  const { idOf } = list
  const [activeId, setActive] = useState<string>()
  const [menuRow, setMenuRow] = useState<Row>()
  const own = useOpenedRows()
  const { ids: openIds, onToggle } = props.opened ?? own
  const menu = usePopover({ onOpen: (panel) => focusItem(panel, 0) })
  const anchor = useRef<string>(undefined)
  const scroll = useRef<HTMLDivElement>(null)
  const columns = useStackedColumns(scroll, state.columns)
  useCurrentRow(scroll, currentId)

  useEffect(() => {
    const newer = rows && refreshed(selected, rows, idOf)
    if (newer && newer !== selected) select(newer)
  }, [rows, selected, select, idOf])

  const has = { open: list.open !== undefined || detail !== undefined, select: selectable, menu: !!menuOf }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of `has`, which is new each time.
  useShortcuts(useMemo(() => rowShortcuts(has, rowKeys), [has.open, has.select, has.menu, rowKeys]))

  const searched = state.search.search ?? ''
  usePageRowKeys({ scroll, has, rowKeys, searched, isCurrent: rows !== undefined && !busy })

  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address of a record has the search of its list.
  const hrefs = useMemo(
    () =>
      new Map(
        rows?.flatMap((row) => {
          const link = list.open?.(row)
          return link ? [[row, router.buildLocation(link).href] as const] : []
        }),
      ),
    [rows, list, router, state.search],
  )

  const span = columns.length + Number(selectable) + Number(menuOf !== undefined)
  const hasActive = rows?.some((row) => idOf(row) === (activeId ?? currentId))
  const tabStop = hasActive ? (activeId ?? currentId) : rows?.[0] && idOf(rows[0])
  const rowOf = (element: Element) => {
    const id = element.closest('tr')?.dataset.id
    return rows?.find((row) => idOf(row) === id)
  }

  const canSelect = (row: Row) =>
    selectable && !newerFields(list, row)[0] && list.withoutCheckbox?.(row) === undefined

  function toggle(row: Row, isRange: boolean): void {
    const id = idOf(row)
    const isSelected = !selected.has(id)
    const range = isRange && anchor.current ? rowsBetween(rows ?? [], idOf, anchor.current, id) : []
    select(withRows(selected, range.length > 0 ? range.filter(canSelect) : [row], idOf, isSelected))
    anchor.current = id
  }

  /** Opens the link of a row in this page, unless the press asks for another tab. */
  function followLink(event: MouseEvent, row: Row): void {
    const link = list.open?.(row)
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    list.onOpen?.(row)
    void router.navigate(link)
  }

  function onClick(event: MouseEvent): void {
    const { target } = event
    const row = target instanceof Element && rowOf(target)
    if (!row) return
    if (!target.closest(PRESSED)) openRow(event, target)
    if (leadOf(target.closest('tr'))?.contains(target)) followLink(event, row)
    if (target instanceof HTMLInputElement) toggle(row, event.shiftKey)
    if (target.closest('[data-toggle]')) onToggle(idOf(row))
    const button = target.closest<HTMLButtonElement>('[data-menu]')
    if (!button) return
    // Before the browser opens the panel for this button.
    menu.trigger.ref.current = button
    setMenuRow(row)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event
    const row = target instanceof Element && rowOf(target)
    if (!row || event.ctrlKey || event.metaKey || event.altKey || target.closest('[data-menu]')) return
    const more = !event.shiftKey && rowKeys?.find(({ key }) => key === event.key.toLowerCase())
    const tr = target.closest('tr')
    if (more && tr) {
      event.preventDefault()
      more.run(tr)
      return
    }
    const step = rowStep(event.key)
    if (step === 'select' && canSelect(row)) {
      event.preventDefault()
      toggle(row, false)
      return
    }
    if (step === 'menu') {
      event.preventDefault()
      target.closest('tr')?.querySelector<HTMLElement>('[data-menu]')?.click()
      return
    }
    const trs = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-id]')]
    const index = trs.findIndex((tr) => tr.contains(target))
    const to = step && rowAt(step, { from: index, count: trs.length })
    const next = to === undefined ? undefined : trs[to]
    if (to !== undefined) event.preventDefault()
    if (!next) return
    focusRow(next)
    const reached = event.shiftKey && selectable && rowOf(next)
    if (reached) select(withRows(selected, [row, reached].filter(canSelect), idOf, true))
  }

  return (
    <div ref={scroll} className={css.scroll} data-busy={busy || undefined} data-fill={fills}>
      <div className={css.clip}>
        <table
          {...roles.table}
          className={css.table}
          aria-label={list.declaration.title}
          aria-busy={busy || !rows || undefined}
        >
          <thead>
            <tr>
              {selectable && (
                <th scope="col" className={css.check}>
                  <PageCheckbox state={state} rows={(rows ?? []).filter(canSelect)} />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell key={column.field} state={state} column={column} />
              ))}
              {menuOf && (
                <th scope="col" className={css.menu}>
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody
            {...roles.body}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocus={({ target }) => setActive(target.closest('tr')?.dataset.id)}
          >
            {rows ? (
              rows.map((row, index) => {
                const id = idOf(row)
                const before = rows[index - 1]
                const group = list.groupOf?.(row)
                const isOpen = openIds.has(id)
                return (
                  <Fragment key={id}>
                    {group !== undefined && !(before && list.groupOf?.(before) === group) && (
                      <WideRow kind="group" span={span}>
                        {group}
                      </WideRow>
                    )}
                    <DataRow
                      row={row}
                      list={list}
                      columns={columns}
                      href={hrefs.get(row)}
                      isActive={id === tabStop}
                      isSelected={selectable ? selected.has(id) : undefined}
                      isCurrent={id === currentId}
                      isSaved={id === savedId}
                      menuId={menuOf && menu.trigger.popoverTarget}
                      isMenuOpen={menu.isOpen && menuRow === row}
                      isOpen={detail && isOpen}
                    />
                    {detail && isOpen && (
                      <WideRow kind="detail" span={span}>
                        {detail(row)}
                      </WideRow>
                    )}
                  </Fragment>
                )
              })
            ) : (
              <SkeletonRows rows={state.size} columns={span} />
            )}
          </tbody>
        </table>
      </div>
      {menuOf && (
        <Popover
          popover={menu}
          label={menuRow ? `Actions of ${list.nameOf(menuRow)}` : 'Actions'}
          role="menu"
        >
          {menuRow && <MenuItems items={menuOf(menuRow)} onClose={menu.close} />}
        </Popover>
      )}
    </div>
  )
}

function useOpenedRows(): OpenedRows {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  function onToggle(id: string): void {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return { ids, onToggle }
}

/** Elements with their own action within a row. */
const PRESSED = 'a, button, input, label, select, summary'

/** Opens a row by a press anywhere on it. Not by a link over the whole row, because its text could not be selected. */
function openRow({ ctrlKey, metaKey, shiftKey }: MouseEvent, target: Element): void {
  if (getSelection()?.isCollapsed === false) return
  const lead = leadOf(target.closest('tr'))
  lead?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

/** A row with one cell: a caption, or the detail of an opened row. */
function WideRow({ kind, span, children }: { kind: 'group' | 'detail'; span: number; children: ReactNode }) {
  return (
    <tr {...roles.row} className={css[kind]}>
      <td {...roles.cell} colSpan={span}>
        {children}
      </td>
    </tr>
  )
}
