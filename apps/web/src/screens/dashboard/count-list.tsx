import { hasModule } from '@backoffice/contract/access'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import css from './dashboard.module.css'

export type Count = {
  name: string
  value: number
  tone?: 'bad' | 'warn' | 'info' | 'ok'
  search?: { status?: 'moving' | 'waiting' | 'completed' | 'errors' | 'failed'; since?: 'today' }
}

/** Figures, each leading to the list behind it for those who may see that. */
export function CountList({ figures }: { figures: readonly Count[] }) {
  const user = useUser()
  const listed = hasModule(user, 'SMAC Inquiry') && hasModule(user, 'Files')
  return (
    <dl className={css.figures}>
      {figures.map(({ name, value, tone, search }) => (
        <div key={name}>
          <dt>
            {listed && search ? (
              <Link to="/smac_inquiry" search={search}>
                {name}
              </Link>
            ) : (
              name
            )}
          </dt>
          <dd data-tone={value > 0 ? tone : undefined}>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
