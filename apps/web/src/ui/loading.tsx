import { Skeleton } from './skeleton.tsx'

/** Placeholder for a part of a screen whose code or data is loading. */
export function Loading({ height }: { height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton width="100%" height={height} />
    </div>
  )
}
