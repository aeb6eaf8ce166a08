import { demoAccounts } from './demo-accounts.ts'

export type Ready = {
  address: string
  /** Where changes show at once; null unless watching. */
  watchAddress: string | null
  /** The folder of the logs; null where they are on the terminal. */
  logs: string | null
  hasOwnDatabase: boolean
  /** The cloud user pool that people sign in with; undefined for the embedded provider. */
  userPoolId: string | undefined
}

/** What is said when the system answers: where it is, who can sign in, how to stop it. */
export function readyWords(ready: Ready): string {
  const { address, watchAddress, logs } = ready
  return [
    `\nBackoffice is ready: ${address}`,
    ...(watchAddress ? [`Changes show at once on ${watchAddress}`] : []),
    `\n${whoSignsIn(ready)}\n`,
    `${logs ? `Logs: ${logs}   ` : ''}Stop: Ctrl-C`,
  ].join('\n')
}

/** Demo accounts are made where database and provider are both embedded; the outbox is the provider's. */
function whoSignsIn({ address, hasOwnDatabase, userPoolId }: Ready): string {
  const first = 'The first administrator is made by: npm run admin -- EMAIL'
  if (userPoolId) return `People sign in with the user pool ${userPoolId}.\n${first}`
  const codes = `Codes that a mail or SMS would carry: ${address}/dev/outbox`
  return hasOwnDatabase ? `${demoAccounts()}\n\n${codes}` : `${first}\n${codes}`
}
