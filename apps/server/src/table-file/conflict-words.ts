import type { TableDeclaration } from '@backoffice/contract/table'
import type { Moved } from './find-conflicts.ts'
import type { CellProblem } from './staging.ts'
import { writtenFields } from './tidy-cell.ts'

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Manila' })

/** “Changed by Carla Lim at 08:20, after the check: 30 Jun 2027 there, 31 Dec 2027 here.” */
export function conflictProblem(table: TableDeclaration, moved: Moved): CellProblem {
  const fields = writtenFields(table)
  const differing = [...fields.keys()].find((field) => moved.current[field] !== moved.value[field])
  const field = moved.is_deleted || differing === undefined ? ([...fields.keys()][0] ?? '') : differing
  const words = (value: string | null | undefined) => {
    if (value === null || value === undefined) return 'nothing'
    const { type, options } = fields.get(field) ?? {}
    return type === 'date' ? DAY.format(new Date(value)) : (options?.[value] ?? value)
  }
  const verb = moved.is_deleted ? 'Deleted' : moved.outcome === 'N' ? 'Created' : 'Changed'
  const when = `${verb} by ${moved.changed_by} at ${TIME.format(moved.changed_at)}, after the check`
  const values = `${words(moved.current[field])} there, ${words(moved.value[field])} here`
  return {
    column: field,
    code: 'conflict',
    message: moved.is_deleted ? `${when}.` : `${when}: ${values}.`,
    value: moved.value[field] ?? '',
  }
}
