import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { day, formatTime, today } from '../../kit/format/format-time.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { createLink, listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useHistoryCount } from '../../kit/record/record-queries.ts'
import { queryClient } from '../../net/query-client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { WaitingChanges } from '../approvals/requests/waiting-changes.tsx'
import {
  type AccessForm,
  type AccessItem,
  type AccessValues,
  accessQuery,
  fieldLabel,
} from './access-form.ts'
import { refreshAccess } from './access-queries.ts'
import css from './access-record.module.css'
import type { Use } from './delete-dialog.tsx'
import { EditAccessRecord, type FieldsProps, SystemAccessRecord } from './edit-access-record.tsx'
import { eventText } from './event-text.ts'

/** Components and texts of the screen of a role or policy. */
export type AccessView<R extends AccessItem, V extends AccessValues> = {
  accessForm: AccessForm<R, V>
  Fields: ComponentType<FieldsProps<R, V>>
  badge?: (record: R) => ReactNode
  /** `3 users have this role`. */
  usedBy: (record: R) => string
  /** The tab that shows where it is used. */
  use: { id: string; label: string; count: (record: R) => number; Panel: ComponentType<{ record: R }> }
  /** Uses for the delete dialog. */
  useUses: (record: R) => readonly Use[]
}

type SavedInfo = Pick<AccessItem, 'version' | 'updated_at' | 'updated_by'>

/** `Version 5, saved by Benito Cruz on 2 Nov 2026`. */
function savedText({ version, updated_at, updated_by }: SavedInfo): string {
  const when = day(updated_at) === day(today()) ? `at ${formatTime(updated_at)}` : `on ${day(updated_at)}`
  return `version ${version}, saved by ${updated_by?.name ?? 'the system'} ${when}`
}

type Props<R extends AccessItem, V extends AccessValues> = {
  view: AccessView<R, V>
  id: string
  /** The initial tab. */
  tab: string | undefined
}

/** A role or policy next to its list, with its fields, use and history. */
export function AccessRecordScreen<R extends AccessItem, V extends AccessValues>({
  view,
  id,
  tab,
}: Props<R, V>) {
  const { accessForm, badge, usedBy } = view
  const { noun, title } = accessForm
  const query = useQuery(accessQuery(accessForm, id))
  const record = query.data
  useEffect(() => setLastRow(id), [id])
  const name = record?.name ?? `A ${noun}`
  const back = listLink(accessForm)
  return (
    <RecordPane
      heading={name}
      title={name}
      width="wide"
      badge={
        record && (
          <>
            {badge?.(record)}
            {record.is_system && <Badge tone="quiet">Built-in</Badge>}
          </>
        )
      }
      subtitle={record && `${usedBy(record)} · ${savedText(record)}`}
      isMissing={isGone(query)}
      back={back}
      actions={record && <Actions key={id} view={view} record={record} />}
    >
      <RecordContent {...{ query, noun, title, back }}>
        {(read) => <RecordTabs key={id} view={view} record={read} tab={tab} />}
      </RecordContent>
    </RecordPane>
  )
}

type PartProps<R extends AccessItem, V extends AccessValues> = { view: AccessView<R, V>; record: R }

function RecordTabs<R extends AccessItem, V extends AccessValues>({
  view: { accessForm, Fields, use },
  record,
  tab,
}: PartProps<R, V> & { tab: string | undefined }) {
  const { noun } = accessForm
  const events = useHistoryCount(noun, record.id)
  const Details = record.is_system ? SystemAccessRecord : EditAccessRecord
  const tabs = [
    {
      id: 'details',
      label: 'Details',
      isKept: true as const,
      panel: () => <Details<R, V> accessForm={accessForm} Fields={Fields} record={record} />,
    },
    {
      id: use.id,
      label: use.label,
      count: formatNumber(use.count(record)),
      panel: () => <use.Panel record={record} />,
    },
    {
      id: 'history',
      label: 'History',
      count: events,
      takesFocus: true as const,
      panel: () => (
        <HistoryTab
          resource={noun}
          id={record.id}
          labelOf={(field) => fieldLabel(accessForm, field)}
          shown={eventText}
        />
      ),
    },
  ]
  return (
    <>
      <WaitingChanges resource={noun} id={record.id} />
      <Tabs label={`Parts of this ${noun}`} initial={tabs.find((each) => each.id === tab)?.id} tabs={tabs} />
    </>
  )
}

const load = async () => (await import('./delete-dialog.tsx')).DeleteDialog

/** Actions on a role or policy; built-in ones can only be copied. */
function Actions<R extends AccessItem, V extends AccessValues>({
  view: { accessForm, useUses },
  record,
}: PartProps<R, V>) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { noun } = accessForm
  const { id, version, name, is_system } = record
  const uses = useUses(record)
  const DeleteDialog = useLazyDialog(load, isAsking, () => setAsking(false))
  const deletion = useWrite({
    run: () => accessForm.remove(id, version),
    successText: `${name} deleted`,
    store: () => queryClient.removeQueries({ queryKey: accessQuery(accessForm, id).queryKey }),
    refresh: refreshAccess,
    close: () => {
      setAsking(false)
      void navigate({ ...listLink(accessForm), ignoreBlocker: true })
    },
    showsError: true,
  })
  // Both permissions exist for each noun.
  const permission = (action: 'create' | 'delete'): Permission => `${noun}:${action}`
  return (
    <div className={css.buttons}>
      {!is_system && (
        <PermissionGate permission={permission('delete')}>
          <Button
            variant="danger"
            onClick={() => {
              deletion.reset()
              setAsking(true)
            }}
          >
            Delete
          </Button>
        </PermissionGate>
      )}
      <PermissionGate permission={permission('create')}>
        <Link {...createLink(accessForm, id)} {...buttonVariant(is_system ? 'primary' : 'plain')}>
          Copy
        </Link>
      </PermissionGate>
      {isAsking && DeleteDialog && (
        <DeleteDialog
          noun={noun}
          name={name}
          uses={uses}
          busy={deletion.isPending}
          error={deletion.error}
          onDelete={() => deletion.run()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
