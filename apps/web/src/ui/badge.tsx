import css from './badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

/** A state: a dot, a word and a wash; never colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.badge} data-tone={tone}>
      <span className={css.dot} />
      {children}
    </span>
  )
}
