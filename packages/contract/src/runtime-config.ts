/** Configuration inlined into the page by the server; one build runs in every environment. */
export type RuntimeConfig = {
  readonly userApi: string
  readonly operationsApi: string
  /** Interval between checks for a newer build. */
  readonly buildCheckMs: number
  /** Idle time after which the screen locks, in ms. */
  readonly lockAfterMs: number
  readonly identity: {
    readonly userPoolId: string
    readonly userPoolClientId: string
    /** Absolute URL, or a path on this origin; null for the cloud pool's endpoint. */
    readonly endpoint: string | null
  }
}
