import type { ReactNode } from 'react'
import css from './status.module.css'

export type Figure = readonly [name: string, value: ReactNode, tone?: 'bad' | 'warn' | undefined]

/** Named values, the notable ones coloured. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={css.figure} data-tone={tone}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
