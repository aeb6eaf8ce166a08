import { useMemo } from 'react'
import { plural } from '../../../kit/format/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/table.tsx'
import { type PastedCard, readCardNumbers } from './read-card-numbers.ts'
import css from './several.module.css'

/** Wrong numbers shown; the rest follow as these are corrected. */
const MAX_SHOWN = 50

type Props = { text: string; onChange: (text: string) => void }

/** Number of cards in the pasted text, and each number that is wrong. */
export function PastedList({ text, onChange }: Props) {
  const { cards, ignored } = useMemo(() => readCardNumbers(text), [text])
  const wrong = cards.filter(({ problem }) => problem !== undefined)
  const repeated = cards.filter(isRepeated)
  if (text.trim() === '') return null
  return (
    <div className={css.read}>
      <div className={css.summary}>
        <p role="status">
          <strong>{plural(cards.length - wrong.length, 'card')}</strong>
          {wrong.length > 0 && <span data-tone="bad">{wrong.length} wrong</span>}
          {ignored > 0 && <span>{plural(ignored, 'shorter number')} ignored</span>}
        </p>
        {repeated.length > 0 && (
          <Button onClick={() => onChange(withoutRepeated(cards))}>
            Remove {plural(repeated.length, 'duplicate')}
          </Button>
        )}
      </div>
      {wrong.length > 0 && (
        <Table label="Wrong numbers" plain>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Number</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {[...wrong.slice(0, MAX_SHOWN).entries()].map(([at, card]) => (
              <tr key={at}>
                <td>{card.line}</td>
                <td>
                  <code className={css.number}>{card.text}</code>
                </td>
                <td className={css.problem}>{card.problem}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {wrong.length > MAX_SHOWN && (
        <p className={css.more}>{plural(wrong.length - MAX_SHOWN, 'more is', 'more are')} wrong.</p>
      )}
    </div>
  )
}

const isRepeated = ({ problem }: PastedCard) => problem?.startsWith('Same card') === true

/** One number per line, each card once; wrong ones as typed. */
const withoutRepeated = (cards: readonly PastedCard[]) =>
  cards
    .filter((card) => !isRepeated(card))
    .map(({ text }) => text)
    .join('\n')
