/** Number of runs of a property: all with `FULL=1`, otherwise a fifth. */
export function propertyRuns(full: number): number {
  return process.env.FULL ? full : Math.ceil(full / 5)
}
