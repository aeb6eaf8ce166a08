import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PermissionGate } from '../access/permission-gate.tsx'
import { whenInSentence } from '../format/format-time.ts'
import type { FieldTexts } from './merge.ts'
import { createLink } from './record-links.ts'
import type { VersionedRecord } from './use-versioned-form.ts'

type ChangedProps = { version: VersionedRecord; actor: string; onShow: () => void }

/** Notice that another user saved the record. */
export function ChangedNotice({ version, actor, onShow }: ChangedProps) {
  return (
    <Notice tone="info" live action={<Button onClick={onShow}>Show</Button>}>
      {actor} saved version {version.version} {whenInSentence(version.updated_at)}.
    </Notice>
  )
}

/** Notice that another user deleted the record. */
export function GoneNotice({ table, values }: { table: TableDeclaration; values: FieldTexts }) {
  const navigate = useNavigate()
  function keep() {
    keepDraft(table, values)
    // Nothing is lost, because the new form takes the draft.
    void navigate({ ...createLink(table), ignoreBlocker: true })
  }
  return (
    <Notice
      tone="warn"
      live
      title={`This ${table.noun} was deleted in the meantime.`}
      action={
        <PermissionGate permission={tablePermission(table, 'create')}>
          <Button onClick={keep}>Keep as a new {table.noun}</Button>
        </PermissionGate>
      }
    >
      It can no longer be saved. Your input is still here.
    </Notice>
  )
}

/** Input for a record that no longer exists, until the form of a new record takes it. */
let draft: { table: string; values: FieldTexts } | undefined

function keepDraft({ name }: TableDeclaration, values: FieldTexts): void {
  draft = { table: name, values }
}

function takeDraft({ name }: TableDeclaration): FieldTexts | undefined {
  const taken = draft?.table === name ? draft.values : undefined
  draft = undefined
  return taken
}

/** Fills in the input for a record that was deleted in the meantime. */
export function useDraft(table: TableDeclaration, set: (name: string, value: string) => void): void {
  const fill = useEffectEvent(() => {
    for (const [name, value] of Object.entries(takeDraft(table) ?? {})) if (value !== '') set(name, value)
  })
  useEffect(() => fill(), [])
}
