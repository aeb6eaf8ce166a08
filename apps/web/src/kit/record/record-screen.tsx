import { may } from '@backoffice/contract/access'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { day, formatTime, today } from '../format/format-time.ts'
import { gatedItem } from '../list/gated-item.ts'
import { setLastRow } from '../navigation/open-record.ts'
import { EditForm } from './edit-form.tsx'
import { HistoryTab } from './history-tab.tsx'
import { createLink, listLink, recordLink } from './record-links.ts'
import { RecordPane, useNeighbours } from './record-pane.tsx'
import { isGone, RecordContent } from './record-problems.tsx'
import { shownRows, useHistoryCount, useRecord } from './record-queries.ts'
import { useDeleteRows, useSetStatus } from './row-writes.tsx'
import { codeOf, type Row, recordFields, shownValue, stateBadge, titleOf } from './rows.ts'

type Props = {
  table: TableDeclaration
  id: string
  /** The initial tab. */
  tab?: string | undefined
  /** Tabs in addition to details and history. */
  more?: ((row: Row) => { id: string; label: string; panel: () => ReactNode }[]) | undefined
}

/** A record of a lookup table next to its list. */
export function RecordScreen({ table, id, tab, more }: Props) {
  const query = useRecord(table, id)
  const { data: row } = query
  const { previous, next } = useNeighbours(() => shownRows(table).map((row) => row.id), id)
  const mayUpdate = may(useUser(), tablePermission(table, 'update'))
  const navigate = useNavigate()
  const discard = useRef<() => void>(undefined)
  useEffect(() => setLastRow(id), [id])
  const link = (to: string | undefined) => (to === undefined ? undefined : recordLink(table, to))
  const back = listLink(table)

  function close() {
    discard.current?.()
    void navigate(back)
  }

  const isRowGone = isGone(query)
  return (
    <RecordPane
      heading={row ? `${mayUpdate ? 'Edit' : 'View'} ${table.noun} ${codeOf(table, row)}` : `A ${table.noun}`}
      title={row ? titleOf(table, row) : `A ${table.noun}`}
      badge={row && !isRowGone && <StateBadge row={row} />}
      subtitle={row && `Version ${row.version}, saved by ${row.updated_by} ${savedWhen(row.updated_at)}`}
      isMissing={isRowGone && !row}
      back={back}
      neighbours={{ previous: link(previous), next: link(next) }}
      actions={row && !isRowGone && <RecordActions key={id} table={table} row={row} onDeleted={close} />}
    >
      <RecordContent query={query} noun={table.noun} title={table.title} back={back} hasUndo keepsGone>
        {(row) => <RecordTabs key={id} {...{ table, row, tab, more, discard }} isGone={isRowGone} />}
      </RecordContent>
    </RecordPane>
  )
}

function savedWhen(at: string): string {
  return day(at) === day(today()) ? `at ${formatTime(at)}` : `on ${day(at)}`
}

function StateBadge({ row }: { row: Row }) {
  const { tone, text } = stateBadge(row)
  return <Badge tone={tone}>{text}</Badge>
}

type TabsProps = Pick<Props, 'table' | 'tab' | 'more'> & {
  row: Row
  isGone: boolean
  discard: React.RefObject<(() => void) | undefined>
}

function RecordTabs({ table, row, tab, more, isGone, discard }: TabsProps) {
  const fields = recordFields(table)
  const fieldOf = (name: string) => fields.find((field) => field.name === name)
  const events = useHistoryCount(table.resource, row.id)
  return (
    <Tabs
      label={`Parts of this ${table.noun}`}
      initial={tab}
      tabs={[
        {
          id: 'details',
          label: 'Details',
          isKept: true,
          panel: () => <EditForm table={table} row={row} isGone={isGone} discard={discard} />,
        },
        ...(more?.(row) ?? []),
        {
          id: 'history',
          label: 'History',
          count: events,
          takesFocus: true,
          panel: () => (
            <HistoryTab
              resource={table.resource}
              id={row.id}
              labelOf={(name) => fieldOf(name)?.label ?? name}
              shown={(name, value) => {
                const field = fieldOf(name)
                return field && value !== '' ? shownValue(field, value) : value
              }}
            />
          ),
        },
      ]}
    />
  )
}

type RecordActionsProps = { table: TableDeclaration; row: Row; onDeleted: () => void }

/** Actions on a record. */
function RecordActions({ table, row, onDeleted }: RecordActionsProps) {
  const user = useUser()
  const navigate = useNavigate()
  const remove = useDeleteRows(table, { onDone: onDeleted })
  const change = useSetStatus(table)
  const isActive = row.status === 'ACTIVE'
  const gated = (action: 'create' | 'update' | 'delete', item: MenuItem) =>
    gatedItem(user, tablePermission(table, action), item)
  return (
    <>
      <Menu
        label={`Actions of ${titleOf(table, row)}`}
        items={[
          ...gated('create', {
            label: 'Duplicate',
            onSelect: () => void navigate(createLink(table, row.id)),
          }),
          ...gated('update', {
            label: isActive ? 'Deactivate' : 'Activate',
            onSelect: () => change.run({ rows: [row], status: isActive ? 'INACTIVE' : 'ACTIVE' }),
          }),
          ...gated('delete', { label: 'Delete', isDangerous: true, onSelect: () => remove.run([row]) }),
        ]}
      >
        <Icon name="more" />
      </Menu>
      {remove.dialog}
      {change.dialog}
    </>
  )
}
