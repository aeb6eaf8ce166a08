import css from './card-number.module.css'

/** A masked card number, or a revealed one, which can neither be selected nor copied. */
export function CardNumber({ masked, revealed }: { masked: string; revealed?: string | undefined }) {
  const last = masked.slice(-4)
  if (revealed === undefined)
    return (
      <span className={css.card}>
        <span className="visually-hidden">ending in {last}</span>
        <span aria-hidden="true">{masked}</span>
      </span>
    )
  const groups = revealed.replace(/(\d{4})(?=\d)/g, '$1 ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a number out of the clipboard, which outlives it
    <span
      className={css.card}
      data-revealed
      onCopy={(event) => event.preventDefault()}
      onCut={(event) => event.preventDefault()}
      onDragStart={(event) => event.preventDefault()}
    >
      {groups}
    </span>
  )
}
