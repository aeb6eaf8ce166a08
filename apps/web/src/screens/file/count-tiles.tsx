import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { formatNumber } from '../../ui/format-number.ts'
import css from './file-screen.module.css'

type Tile = readonly [string, number, 'ok' | 'bad' | 'warn' | 'quiet' | 'plain']

function tilesOf({ counts, confirmed_at }: TrackedFile): Tile[] {
  const invalid: Tile = ['Invalid', counts.error, counts.error > 0 ? 'bad' : 'quiet']
  const duplicate: Tile = ['Duplicate', counts.duplicate, counts.duplicate > 0 ? 'warn' : 'quiet']
  if (confirmed_at === null) {
    return [
      ['Rows', counts.total, 'plain'],
      ['Valid', counts.valid, 'ok'],
      invalid,
      duplicate,
      ['With a warning', counts.warning, counts.warning > 0 ? 'warn' : 'quiet'],
    ]
  }
  return [
    ['Found', counts.found, 'ok'],
    ['Not found', counts.not_found, 'plain'],
    invalid,
    duplicate,
    ['Not yet read', Math.max(0, counts.total - counts.processed), 'quiet'],
  ]
}

export function CountTiles({ file }: { file: TrackedFile }) {
  return (
    <dl className={css.tiles} aria-label="Counts">
      {tilesOf(file).map(([name, value, tone]) => (
        <div key={name} className={css.tile}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
