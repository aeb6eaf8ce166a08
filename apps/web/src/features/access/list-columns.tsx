import { day } from '../../kit/format/format-time.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import css from './list-columns.module.css'

/** Shared columns of the lists of roles and policies. */

type Props = { name: string; isSystem: boolean; below: string }

/** The name of a role or policy in its list; next to an open record with the text of the hidden columns. */
export function ListedName({ name, isSystem, below }: Props) {
  return (
    <span className={css.name}>
      <span title={name}>{name}</span>
      <span className={css.below}>{below}</span>
      {isSystem && <span className={css.kind}>built-in</span>}
    </span>
  )
}

export const KIND_COLUMN = {
  field: 'kind',
  card: 'badge',
  cell: ({ is_system }: { is_system: boolean }) =>
    is_system ? <span className={css.mark}>Built-in</span> : <span className={css.own}>Custom</span>,
} as const

export const RISK_COLUMN = {
  field: 'risk',
  cell: ({ risk }: { risk: 'LOW' | 'HIGH' }) =>
    risk === 'HIGH' ? <Badge tone="warn">High risk</Badge> : <EmptyValue />,
} as const

type UpdateInfo = { updated_at: string; updated_by: { name: string } | null }

export const UPDATED_COLUMN = {
  field: 'updated_at',
  variant: 'second',
  card: 'foot',
  cell: ({ updated_at, updated_by }: UpdateInfo) => (
    <>
      <InCard>changed </InCard>
      <time dateTime={updated_at}>{day(updated_at)}</time>
      {updated_by && ` by ${updated_by.name}`}
    </>
  ),
} as const

export const DESCRIPTION_COLUMN = {
  field: 'description',
  hidden: true,
  variant: 'second',
  card: 'none',
  cell: ({ description }: { description: string }) => description || <EmptyValue />,
} as const
