import { Skeleton } from './skeleton.tsx'

/** In place of a part of a screen whose code or data is on its way. */
export function Loading({ height }: { height: number }) {
  return (
    <div aria-busy="true">
      <Skeleton width="100%" height={height} />
    </div>
  )
}
