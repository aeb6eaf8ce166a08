import css from './skeleton.module.css'

/** Stands where something is about to be, in its size. */
export function Skeleton({ width, height }: { width: number | string; height: number }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
}
