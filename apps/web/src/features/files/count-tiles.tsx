import { formatNumber } from '../../ui/format-number.ts'
import css from './file-screen.module.css'

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
