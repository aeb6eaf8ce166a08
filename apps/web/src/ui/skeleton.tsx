import css from './skeleton.module.css'

/** A placeholder in the size of the content that is loading. An SVG has its size without a `style` attribute. */
export function Skeleton({ width, height }: { width: number | string; height: number }) {
  return <svg className={css.skeleton} width={width} height={height} aria-hidden="true" />
}
