import css from './badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

/** A state as a dot, a word and a tinted background, never by colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  )
}
