import { may } from '@backoffice/contract/access'
import { movePermission, type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { FormError } from '../form/form-error.ts'
import { day, formatDateTime } from '../format/format-time.ts'
import { Conflict } from './conflict.tsx'
import { ChangedNotice, GoneNotice } from './edit-notices.tsx'
import { formFields } from './form-fields.ts'
import { useLinkedErrors } from './linked-errors.tsx'
import type { FieldTexts } from './merge.ts'
import { movedFields, useMoveQuestion } from './move-dialog.tsx'
import { type FormValues, type Lock, RecordFields } from './record-fields.tsx'
import css from './record-form.module.css'
import { type AfterSave, RecordForm } from './record-form.tsx'
import { createLink, listLink } from './record-links.ts'
import { type RowChange, refreshAfterWrite, storeRows, updateRow } from './record-queries.ts'
import { useReferenceNames } from './references.ts'
import {
  inputOf,
  type RecordField,
  type Row,
  recordFields,
  shownValue,
  textOf,
  titleOf,
  valuesOf,
  versionOf,
} from './rows.ts'
import { useVersionedForm } from './use-versioned-form.ts'

type Props = {
  table: TableDeclaration
  /** The latest row. */
  row: Row
  isGone: boolean
  /** Set to a function that discards the changes, so that leaving needs no confirmation. */
  discard: RefObject<(() => void) | undefined>
}

export function EditForm({ table, row, isGone: isMissing, discard }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  const [wasRefused, setRefused] = useState(false)
  const isGone = isMissing || wasRefused
  const next = useRef<AfterSave>('close')
  const fields = recordFields(table)
  const { movedBy = [] } = table
  const permissionToMove = movePermission(table)
  const mayMove = permissionToMove === null || may(user, permissionToMove)
  const lockOf =
    (base: Row, isReadOnly: boolean) =>
    ({ name, key }: RecordField): Lock =>
      isReadOnly || ((key || movedBy.includes(name)) && !mayMove)
        ? 'denied'
        : key && base.in_use_since !== null
          ? 'locked'
          : undefined
  const { linked, linkErrors } = useLinkedErrors(table)
  const move = useMoveQuestion(table)
  const permission = tablePermission(table, 'update')

  const { form, base, before, values, isReadOnly, newer, conflict, openedAtMs, compare } = useVersionedForm<
    Row,
    FormValues,
    RowChange
  >({
    record: row,
    permission,
    valuesOf: (version) => valuesOf(table, version),
    fields: (version, isDenied) => {
      const isLocked = lockOf(version, isDenied)
      const open = fields.filter((field) => !isLocked(field)).map(({ name }) => name)
      return Object.fromEntries(Object.entries(formFields(table)).filter(([name]) => open.includes(name)))
    },
    async changeOf(after, version) {
      const before = valuesOf(table, version)
      const changed = fields.map(({ name }) => name).filter((name) => after[name] !== before[name])
      if (changed.length === 0) return undefined
      const isMoving = movedFields(table, { before, after }).length > 0
      // Shows no message, because the user cancelled.
      if (isMoving && !(await move.confirm({ before, after }))) throw new FormError('')
      return Object.assign(inputOf(table, after, changed), versionOf(version))
    },
    run: (change) => updateRow(table, change).catch(linkErrors),
    successText: (saved) => `${titleOf(table, saved)} saved`,
    store: (saved) => storeRows(table, [saved]),
    refresh: () => refreshAfterWrite(table),
    refused: (error) => {
      if (!(error instanceof ApiError) || error.status !== 404) return error
      setRefused(true)
      return new FormError('')
    },
    saved: () => void navigate(next.current === 'new' ? createLink(table) : listLink(table)),
  })
  const names = useReferenceNames(table, fields, (name) => [form.watch(name) ?? ''])
  useEffect(() => {
    discard.current = () => flushSync(() => form.reset(before))
  })

  const lockHint = base.in_use_since !== null && (
    <>
      In use since {day(base.in_use_since)}, so the locked fields can’t be changed. To rename it, duplicate it
      with a new ID and set an end date for this one.
    </>
  )
  return (
    <>
      <RecordForm
        label={`Details of ${titleOf(table, row)}`}
        form={form}
        permission={permission}
        notices={
          isGone ? (
            <GoneNotice table={table} values={values()} />
          ) : (
            newer && <ChangedNotice version={newer} actor={newer.updated_by} onShow={() => compare(newer)} />
          )
        }
        onCancel={() => void navigate(listLink(table))}
        next={next}
      >
        <RecordFields
          table={table}
          form={form}
          lockOf={lockOf(base, isReadOnly)}
          row={base}
          {...{ lockHint, names, linked }}
        />
        <DerivedFacts table={table} row={row} />
      </RecordForm>
      {move.dialog}
      {conflict && (
        <RowConflict
          {...conflict}
          table={table}
          openedAtMs={openedAtMs}
          versions={{ base: before, mine: values(), theirs: valuesOf(table, conflict.theirs) }}
        />
      )}
    </>
  )
}

type ConflictProps = Pick<
  React.ComponentProps<typeof Conflict>,
  'openedAtMs' | 'versions' | 'onSave' | 'onDiscard' | 'onBack'
> & { table: TableDeclaration; theirs: Row }

/** Conflict of a row, with the labels of its table. */
function RowConflict({ table, ...conflict }: ConflictProps) {
  const { theirs, versions } = conflict
  const fields = recordFields(table)
  const fieldOf = (name: string) => fields.find((field) => field.name === name)
  const textIn = (version: FieldTexts, name: string) => version[name] ?? ''
  const namesOf = useReferenceNames(table, fields, (name) =>
    [versions.base, versions.mine, versions.theirs].map((version) => textIn(version, name)),
  )
  return (
    <Conflict
      {...conflict}
      noun={table.noun}
      record={titleOf(table, theirs)}
      actor={theirs.updated_by}
      labelOf={(name) => fieldOf(name)?.label ?? name}
      shown={(name, value) => {
        const field = fieldOf(name)
        if (!field) return value
        return (
          namesOf(field, value) ??
          (name === 'effective_to' && value === '' ? 'no end' : shownValue(field, value))
        )
      }}
    />
  )
}

/** Read-only facts about a record, such as the first and last use of a terminal. */
function DerivedFacts({ table: { derived = {} }, row }: { table: TableDeclaration; row: Row }) {
  const facts = Object.entries(derived)
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(([name, { label, type, options }]) => {
        const value = textOf(row, name)
        const shown = type === 'time' && value ? formatDateTime(value) : (options?.[value] ?? value)
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{shown || '—'}</dd>
          </div>
        )
      })}
    </dl>
  )
}
