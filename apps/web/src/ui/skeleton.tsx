import { computedStyle } from './computed-style.ts'
import css from './skeleton.module.css'

/** A placeholder in the size of the content that is loading. */
export function Skeleton({ width, height }: { width: number | string; height: number }) {
  const size = { width: typeof width === 'number' ? `${width}px` : width, height: `${height}px` }
  return <span ref={computedStyle(size)} className={css.skeleton} aria-hidden="true" />
}
