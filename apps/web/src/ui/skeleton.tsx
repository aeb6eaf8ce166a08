import css from './skeleton.module.css'

/** Placeholder in the size of the loading content. An SVG needs no `style` attribute for its size. */
export function Skeleton({ width, height }: { width: number | string; height: number }) {
  return <svg className={css.skeleton} width={width} height={height} aria-hidden="true" />
}

/** Placeholder for a part of a screen whose code or data is loading. */
export function Loading({ height }: { height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton width="100%" height={height} />
    </div>
  )
}
