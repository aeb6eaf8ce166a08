import { NEWER_RELEASE } from '@backoffice/contract/objects'
import css from './badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

type Props = { tone?: Tone | undefined; children?: string | undefined }

/**
 * A state as a dot, a word and a tinted background, never by colour alone. Tone and label of a state that only a newer
 * release knows are missing.
 */
export function Badge({ tone = 'quiet', children = NEWER_RELEASE }: Props) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  )
}
