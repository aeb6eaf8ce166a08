import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './status.module.css'
import type { Status } from './status-queries.ts'

const LABELS: Readonly<Record<string, string>> = {
  database: 'Database',
  clock: 'Clock',
  ledger: 'Ledger',
  queue: 'Job queue',
  storage: 'File storage',
  identity: 'Sign-in keys',
  evidence_key: 'Evidence key',
}
const STATES = { up: 'Up', down: 'Down', starting: 'Starting' } as const
const TONES = { up: 'ok', down: 'bad', starting: 'warn' } as const

/** Services as seen by the process that handled the request. */
export function PartsCard({ parts }: { parts: Status['parts'] | undefined }) {
  return (
    <Card title="Services">
      {parts ? (
        <ul className={css.parts}>
          {parts.map(({ name, state, message }) => (
            <li key={name}>
              <span>{LABELS[name] ?? name}</span>
              <Badge tone={TONES[state]}>{STATES[state]}</Badge>
              {state !== 'up' && <p>{message}</p>}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton width="100%" height={164} />
      )}
    </Card>
  )
}
