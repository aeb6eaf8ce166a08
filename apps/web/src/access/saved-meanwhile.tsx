import type { ReactNode } from 'react'
import { whenInSentence } from '../kit/format-time.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './picker.module.css'

type Props = {
  noun: string
  saved: { version: number; updated_at: string; updated_by: { name: string } | null }
  /** What they changed: label and value now. */
  changes: readonly (readonly [string, ReactNode])[]
  onTake: () => void
  onKeep: () => void
}

/** Somebody saved the record while it was edited here: nothing that was entered is lost. */
export function SavedMeanwhile({ noun, saved, changes, onTake, onKeep }: Props) {
  return (
    <Notice
      tone="warn"
      live
      title={`${saved.updated_by?.name ?? 'The system'} saved version ${saved.version} of this ${noun} ${whenInSentence(saved.updated_at)}.`}
      action={
        <span className={css.tools}>
          <Button onClick={onTake}>Take theirs</Button>
          <Button onClick={onKeep}>Keep mine</Button>
        </span>
      }
    >
      {changes.map(([label, value]) => (
        <span key={label} className={css.theirs}>
          {label} is now: {value}
        </span>
      ))}
    </Notice>
  )
}
