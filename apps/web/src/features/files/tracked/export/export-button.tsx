import type { Permission } from '@backoffice/contract/access'
import type { Address } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { DOWNLOAD_FORMATS } from '@backoffice/contract/files'
import type { EXPORT_FORMS, Filters, Sort } from '@backoffice/contract/list'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { usePermission } from '../../../../kit/access/permission.ts'
import { PermissionGate } from '../../../../kit/access/permission-gate.tsx'
import { useWrite } from '../../../../kit/form/use-write.ts'
import { plural } from '../../../../kit/format/format-number.ts'
import { useStartOnScreen } from '../../../../kit/navigation/start-on-screen.ts'
import { choose, useDownloadFormat } from '../../../../kit/preferences/preferences.ts'
import { call } from '../../../../net/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Popover, usePopover } from '../../../../ui/popover.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { FORMAT_LABELS } from '../download.ts'
import { expectResult, reportFile } from '../file-notices.ts'
import { fileQuery } from '../file-queries.ts'
import { usePolling } from '../file-stream.ts'
import css from './export-button.module.css'

export type ExportForm = (typeof EXPORT_FORMS)[number]

/** Current state of the list. */
export type ShownList = {
  search?: string | undefined
  filters?: Filters | undefined
  sort?: readonly Sort[] | undefined
  /** Fields in their order. */
  columns: readonly string[]
}

type Props = {
  /** The export call of the list. */
  endpoint: Address
  permission: Permission
  /** Called when an export starts. */
  request: () => ShownList
  /** Count of matching rows; undefined while unknown. */
  count: number | undefined
  isEstimated?: boolean
  /** Includes `template` if the list can be imported. */
  forms: readonly ExportForm[]
}

/** Starts an export of all matching rows as a background job; notifications show its progress. */
export function ExportButton({ endpoint, permission, request, count, isEstimated = false, forms }: Props) {
  const { isShown, guard } = usePermission(permission)
  const format = useDownloadFormat()
  const popover = usePopover()
  useStartOnScreen(permission, popover.open)
  const { start, followed } = useExport(async (form: ExportForm) => {
    const { columns, ...selection } = request()
    const body = { ...selection, form, ...(form === 'view' && { columns }) }
    // The endpoint is declared like its list, so the request has the list's fields.
    return (await call(endpoint, { body } as never)) as { source_filekey: string }
  })
  if (!isShown) return null
  const rows = count === undefined ? 'all rows' : `${isEstimated ? 'about ' : ''}${plural(count, 'row')}`
  return (
    <>
      <PermissionGate permission={permission}>
        <Button {...popover.trigger} aria-haspopup="dialog" busy={start.isPending}>
          Export
        </Button>
      </PermissionGate>
      <Popover popover={popover} label="Export" width="wide">
        <ul className={css.forms}>
          {forms.map((form) => (
            <li key={form}>
              <button
                type="button"
                className={css.form}
                onClick={guard(() => {
                  popover.close()
                  start.run(form)
                })}
              >
                <strong>{FORMS[form].label}</strong>
                <span>{FORMS[form].note(rows)}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className={css.format}>
          <Segments
            label="Format"
            options={DOWNLOAD_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
            value={format}
            onChange={(download_format) => choose({ download_format })}
          />
        </div>
      </Popover>
      {followed}
    </>
  )
}

const FORMS = {
  view: {
    label: 'Current view',
    note: (rows: string) => `Current columns, filters and sort: ${rows}, on all pages`,
  },
  template: {
    label: 'Re-importable template',
    note: (rows: string) => `All editable columns, with the current filters and sort: ${rows}`,
  },
} as const satisfies Record<ExportForm, { label: string; note: (rows: string) => string }>

type StartedExport = { source_filekey: string }

/** Starts exports as background jobs. `followed` is the part of the screen that notifies of their progress. */
export function useExport<Input = void>(run: (input: Input) => Promise<StartedExport>) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const start = useWrite({
    run,
    successText: 'Export started',
    store: ({ source_filekey: key }) => {
      expectResult(key)
      setKeys((before) => [...before, key])
    },
  })
  const followed: ReactNode = keys.map((key) => (
    <FollowFile
      key={key}
      sourceFilekey={key}
      onEnd={() => setKeys((before) => before.filter((other) => other !== key))}
    />
  ))
  return { start, followed }
}

type FollowProps = { sourceFilekey: string; onEnd: () => void }

/** Polls a file without pushed changes, if the stream is down or the user may see exports but no files. */
function FollowFile({ sourceFilekey, onEnd }: FollowProps) {
  const poll = usePolling()
  const { data } = useQuery({
    ...fileQuery(sourceFilekey),
    refetchInterval: ({ state }) => (state.data && isFinalState(state.data.state) ? false : poll()),
  })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!data) return
    reportFile(data)
    if (isFinalState(data.state)) end()
  }, [data])
  return null
}
