/** What the browser is told when the page is served; the same build runs anywhere. */
export type RuntimeConfig = {
  readonly userApi: string
  readonly operationsApi: string
  /** How long an open page waits between two looks for a newer build. */
  readonly buildCheckMs: number
  /** How long nobody may touch the screen before it locks. */
  readonly lockAfterMs: number
  readonly identity: {
    readonly userPoolId: string
    readonly userPoolClientId: string
    /** Absolute, or a path on this origin; null for the cloud pool's own address. */
    readonly endpoint: string | null
  }
}
