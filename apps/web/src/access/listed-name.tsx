import { Badge } from '../ui/badge.tsx'
import { EmptyValue } from '../ui/card.tsx'
import css from './listed-name.module.css'

type Props = { name: string; isSystem: boolean; below: string }

/** The name of a role or policy in its list; beside an open one with what the hidden columns said. */
export function ListedName({ name, isSystem, below }: Props) {
  return (
    <span className={css.name}>
      <span>{name}</span>
      <span className={css.below}>{below}</span>
      {isSystem && <span className={css.kind}>system</span>}
    </span>
  )
}

export function SystemMark({ isSystem }: { isSystem: boolean }) {
  return isSystem ? <span className={css.mark}>System</span> : <span className={css.own}>Own</span>
}

export function HighRisk({ risk }: { risk: 'LOW' | 'HIGH' }) {
  return risk === 'HIGH' ? <Badge tone="warn">High risk</Badge> : <EmptyValue />
}
