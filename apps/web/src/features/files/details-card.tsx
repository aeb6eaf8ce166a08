import type { TrackedFile } from '@backoffice/contract/files'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import type { ReactNode } from 'react'
import { size } from '../../kit/format/format-number.ts'
import { day, formatExactTime } from '../../kit/format/format-time.ts'
import { Card, EmptyValue, Facts } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './file-screen.module.css'

function ticket(ticketNo: string | null) {
  return ticketNo ? <code className={css.hash}>{ticketNo}</code> : <EmptyValue />
}

function hash(sha256: string) {
  return (
    <code className={css.hash} title={sha256}>
      {sha256.slice(0, 4)}…{sha256.slice(-4)}
    </code>
  )
}

const FORMS = { view: 'Current view', template: 'Re-importable template' } as const
const ACTIONS = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',
  map: 'Map transactions',
} as const

type Fact = readonly [string, ReactNode]

/** Facts about the request, by kind of file. */
function requestOf({ inquiry, import: imported, export: exported, action }: TrackedFile): Fact[] {
  const facts: Fact[] = []
  if (inquiry) {
    facts.push(['Purpose', labelOfState(PURPOSE_LABELS, inquiry.purpose)])
    facts.push(['Ticket number', ticket(inquiry.ticket_no)])
    if (inquiry.date_from && inquiry.date_to)
      facts.push(['Dates', `${day(inquiry.date_from)} – ${day(inquiry.date_to)}`])
    facts.push(['As of', day(inquiry.as_of)])
    facts.push(['Mode', inquiry.partial ? 'Valid rows only' : 'All or nothing'])
  }
  if (imported) facts.push(['Mode', imported.partial ? 'Valid rows only' : 'All or nothing'])
  if (exported) facts.push(['Form', labelOfState(FORMS, exported.form)])
  if (action) facts.push(['Action', labelOfState(ACTIONS, action.action)])
  return facts
}

export function DetailsCard({ file }: { file: TrackedFile }) {
  const { sha256 } = file
  const isUpload = file.kind === 'inquiry' || file.kind === 'import'
  const facts: Fact[] = [
    ...requestOf(file),
    [isUpload ? 'Uploaded by' : 'Started by', file.uploaded_by.name],
    [isUpload ? 'Uploaded' : 'Started', formatExactTime(file.uploaded_at ?? file.created_at)],
  ]
  if (file.runs_for && file.runs_for.id !== file.uploaded_by.id) facts.push(['Runs for', file.runs_for.name])
  if (isUpload || file.size > 0) facts.push(['Size', size(file.size)])
  if (sha256) facts.push(['SHA-256', hash(sha256)])
  if (file.attempt > 1) facts.push(['Attempt', file.attempt])
  if (file.finished_at) facts.push(['Ended', formatExactTime(file.finished_at)])
  if (file.expires_at)
    facts.push([file.finished_at ? 'Kept until' : 'Expires', formatExactTime(file.expires_at)])
  return (
    <Card title="About">
      <Facts items={facts} />
    </Card>
  )
}

export type Tile = readonly [name: string, value: number, tone: 'ok' | 'bad' | 'warn' | 'quiet' | 'plain']

export function CountTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={css.tiles} aria-label="Counts">
      {tiles.map(([name, value, tone]) => (
        <div key={name} className={css.tile}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Outcomes of an action on all matching rows. */
export function ActionPart({ file }: { file: TrackedFile }) {
  const { total, processed, valid, skipped, error } = file.counts
  const left = Math.max(0, total - processed)
  if (file.action?.action === 'map')
    return (
      <>
        <CountTiles
          tiles={[
            ['Waiting', total, 'plain'],
            ['Mapped', valid, valid > 0 ? 'ok' : 'quiet'],
            ['Not mapped', skipped, skipped > 0 ? 'warn' : 'quiet'],
            ['Remaining', left, 'quiet'],
          ]}
        />
        <DetailsCard file={file} />
      </>
    )
  return (
    <>
      <CountTiles
        tiles={[
          ['Matched', total, 'plain'],
          ['Done', valid, valid > 0 ? 'ok' : 'quiet'],
          ['Unchanged', skipped, 'quiet'],
          ['Refused', error, error > 0 ? 'bad' : 'quiet'],
          ['Remaining', left, 'quiet'],
        ]}
      />
      <DetailsCard file={file} />
    </>
  )
}
