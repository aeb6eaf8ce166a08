import type { Resource } from '@backoffice/contract/access'
import type { ReactNode } from 'react'
import { day, formatTime, today } from '../kit/format-time.ts'
import { useHistoryCount } from '../kit/record/history.ts'
import { HistoryTab } from '../kit/record/history-tab.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { Tabs } from '../ui/tabs.tsx'
import { eventText } from './event-text.ts'

type Saved = { version: number; updated_at: string; updated_by: { name: string } | null }

/** `Version 5, saved by Benito Cruz on 2 Nov 2026`. */
export function savedText({ version, updated_at, updated_by }: Saved): string {
  const when = day(updated_at) === day(today()) ? `at ${formatTime(updated_at)}` : `on ${day(updated_at)}`
  return `version ${version}, saved by ${updated_by?.name ?? 'the system'} ${when}`
}

type Props = {
  resource: Extract<Resource, 'role' | 'policy'>
  id: string
  /** Shown first. */
  tab: string | undefined
  details: () => ReactNode
  /** Who has it. */
  use: { id: string; label: string; count: number; panel: () => ReactNode }
  labelOf: (field: string) => string
}

/** The parts of a role or policy. */
export function AccessRecordTabs({ resource, id, tab, details, use, labelOf }: Props) {
  const events = useHistoryCount(resource, id)
  const tabs = [
    { id: 'details', label: 'Details', isKept: true as const, panel: details },
    { ...use, count: formatNumber(use.count) },
    {
      id: 'history',
      label: 'History',
      count: events,
      panel: () => <HistoryTab resource={resource} id={id} labelOf={labelOf} shown={eventText} />,
    },
  ]
  return (
    <Tabs
      label={`Parts of this ${resource}`}
      initial={tabs.find((each) => each.id === tab)?.id}
      tabs={tabs}
    />
  )
}
