import { may } from '@backoffice/contract/access'
import { movePermission, type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { FormError } from '../form/form-error.ts'
import { useRuleForm } from '../form/use-rule-form.ts'
import { day } from '../format-time.ts'
import { serverNowMs } from '../server-clock.ts'
import { Conflict, type ConflictState } from './conflict.tsx'
import { DerivedFacts } from './derived-facts.tsx'
import { ChangedNotice, GoneNotice } from './edit-notices.tsx'
import { formFields } from './form-fields.ts'
import { useLinkedErrors } from './linked-errors.tsx'
import type { Values } from './merge.ts'
import { movedFields, useMoveQuestion } from './move-question.tsx'
import { type FormValues, type Lock, RecordFields } from './record-fields.tsx'
import { type AfterSave, RecordForm } from './record-form.tsx'
import { createLink, listLink } from './record-links.ts'
import { refreshAfterWrite, storeRows } from './record-queries.ts'
import { useReferenceNames } from './references.ts'
import { inputOf, type RecordField, type Row, recordFields, titleOf, valuesOf } from './rows.ts'
import { writeRow } from './table-calls.ts'
import { performWrite } from './write.ts'

type Props = {
  table: TableDeclaration
  /** As it was read last. */
  row: Row
  isGone: boolean
  /** Set to what makes the form forget its changes, so that leaving asks nothing. */
  discard: RefObject<(() => void) | undefined>
}

/** The form of a record. What is read while it is open never replaces what was typed. */
export function EditForm({ table, row, isGone: isMissing, discard }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  const mayUpdate = may(user, tablePermission(table, 'update'))
  // Taken away while it is open, what was typed stays: only saving is denied.
  const [wasPermitted, setPermitted] = useState(mayUpdate)
  if (mayUpdate && !wasPermitted) setPermitted(true)
  // The version that the changes are made to.
  const [base, setBase] = useState(row)
  const [openedAtMs, setOpenedAtMs] = useState(serverNowMs)
  const [conflict, setConflict] = useState<ConflictState>()
  const [wasRefused, setRefused] = useState(false)
  const isGone = isMissing || wasRefused
  const next = useRef<AfterSave>('close')
  const fields = recordFields(table)
  const { movedBy = [] } = table
  const permission = movePermission(table)
  const mayMove = permission === null || may(user, permission)
  const lockOf = ({ name, key }: RecordField): Lock =>
    !wasPermitted || (movedBy.includes(name) && !mayMove)
      ? 'denied'
      : key && base.in_use_since !== null
        ? 'locked'
        : undefined
  const rules = Object.entries(formFields(table)).filter(([name]) =>
    fields.some((field) => field.name === name && !lockOf(field)),
  )

  const form = useRuleForm<FormValues>({
    fields: Object.fromEntries(rules),
    values: valuesOf(table, base),
    submit: save,
    saved: () => {
      setConflict(undefined)
      void navigate(next.current === 'new' ? createLink(table) : listLink(table))
    },
  })
  const names = useReferenceNames(table, fields, (name) => [form.watch(name) ?? ''])

  const { linked, linkErrors } = useLinkedErrors(table)
  const move = useMoveQuestion(table)

  async function save(values: FormValues): Promise<void> {
    const before = valuesOf(table, base)
    const changed = fields.map(({ name }) => name).filter((name) => values[name] !== before[name])
    if (changed.length === 0) return
    const { id, version } = base
    const isMoving = movedFields(table, { before, after: values }).length > 0
    // The dialog has been answered: nothing to say.
    if (isMoving && !(await move.ask({ before, after: values }))) throw new FormError('')
    try {
      await performWrite(
        {
          run: () => writeRow(table, 'update', { id, version, ...inputOf(table, values, changed) }),
          done: (saved) => `${titleOf(table, saved)} saved`,
          refresh: () => refreshAfterWrite(table),
          onDone: (saved) => storeRows(table, [saved]),
        },
        undefined,
      )
    } catch (error) {
      linkErrors(error)
      throw toFormError(error, values)
    }
  }

  /** A conflict and a deleted record are shown by themselves, everything else by the form. */
  function toFormError(error: unknown, mine: Values): unknown {
    setConflict(undefined)
    if (!(error instanceof ApiError)) return error
    if (error.status === 404) setRefused(true)
    else if (error.code === 'version_conflict' && error.current !== undefined) {
      // The reply to a conflict is the row as it is now.
      const theirs = error.current as Row
      storeRows(table, [theirs])
      setConflict({ base, mine, theirs, openedAtMs })
    } else return error
    return new FormError('')
  }

  /** Starts again from a version, with the values of the form or without. */
  function rebase(onto: Row, values?: Values) {
    flushSync(() => {
      setBase(onto)
      setOpenedAtMs(serverNowMs())
      form.reset(valuesOf(table, onto))
    })
    for (const [name, value] of Object.entries(values ?? {}))
      if (value !== valuesOf(table, onto)[name]) form.set(name, value)
  }

  function saveMerged(theirs: Row, result: Values) {
    rebase(theirs, result)
    form.element.ref.current?.requestSubmit()
  }

  const isStale = row.version > base.version
  const follow = useEffectEvent(() => rebase(row))
  useEffect(() => {
    // Outside of the effect, because it renders.
    if (isStale && !form.dirty && !form.busy) queueMicrotask(() => follow())
  }, [isStale, form.dirty, form.busy])
  useEffect(() => {
    discard.current = () => flushSync(() => form.reset(valuesOf(table, base)))
  })

  const lockHint = base.in_use_since !== null && (
    <>
      In use since {day(base.in_use_since)}, so the fields with a lock do not change. To rename: duplicate it
      under a new ID and end this one.
    </>
  )
  const notices = isGone ? (
    <GoneNotice table={table} values={() => currentValues(form.watch, fields)} />
  ) : (
    isStale &&
    form.dirty &&
    !form.busy &&
    !conflict && (
      <ChangedNotice
        row={row}
        onShow={() => setConflict({ base, mine: currentValues(form.watch, fields), theirs: row, openedAtMs })}
      />
    )
  )
  return (
    <>
      <RecordForm
        label={`Details of ${titleOf(table, row)}`}
        form={form}
        permission={tablePermission(table, 'update')}
        notices={notices}
        onCancel={() => void navigate(listLink(table))}
        next={next}
      >
        <RecordFields table={table} form={form} lockOf={lockOf} row={base} {...{ lockHint, names, linked }} />
        <DerivedFacts table={table} row={row} />
      </RecordForm>
      {move.dialog}
      {conflict && (
        <Conflict
          // Another conflict starts again.
          key={conflict.theirs.version}
          table={table}
          conflict={conflict}
          busy={form.busy}
          onSave={(result) => saveMerged(conflict.theirs, result)}
          onDiscard={() => {
            setConflict(undefined)
            rebase(conflict.theirs)
          }}
          onBack={() => setConflict(undefined)}
        />
      )}
    </>
  )
}

function currentValues(watch: (name: string) => string | undefined, fields: readonly RecordField[]): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, watch(name) ?? '']))
}
