import { hasModule } from '@backoffice/contract/access'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import css from './dashboard.module.css'

export type Count = {
  name: string
  value: number
  tone?: 'bad' | 'warn' | 'info' | 'ok'
  search?: Readonly<Record<string, string>>
}

/** Counts, each with a link to the list of what it counts if the user may see that. */
export function CountList({ counts }: { counts: readonly Count[] }) {
  const user = useUser()
  const hasLinks = hasModule(user, 'SMAC Inquiry') && hasModule(user, 'Files')
  return (
    <dl className={css.counts}>
      {counts.map(({ name, value, tone, search }) => (
        <div key={name}>
          <dt>
            {hasLinks && search ? (
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
