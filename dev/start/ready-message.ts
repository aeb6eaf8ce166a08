import { emailOf, SIGN_IN_ACCOUNTS } from '../../apps/server/src/ops/demo/demo-people.ts'

export type Ready = {
  address: string
  /** Address of the Vite dev server; null unless watching. */
  watchAddress: string | null
  /** Folder of the logs; null when they go to the terminal. */
  logs: string | null
  hasOwnDatabase: boolean
  /** The cloud user pool; undefined with the embedded provider. */
  userPoolId: string | undefined
}

export function readyMessage(ready: Ready): string {
  const { address, watchAddress, logs } = ready
  return [
    `\nBackoffice is ready: ${address}`,
    ...(watchAddress ? [`Changes show at once on ${watchAddress}`] : []),
    `\n${signInHelp(ready)}\n`,
    `${logs ? `Logs: ${logs}   ` : ''}Stop: Ctrl-C`,
  ].join('\n')
}

/** Demo accounts exist only if database and provider are both embedded; the outbox belongs to the provider. */
function signInHelp({ address, hasOwnDatabase, userPoolId }: Ready): string {
  const first = 'Create the first administrator with: npm run admin -- EMAIL'
  if (userPoolId) return `Users sign in with the user pool ${userPoolId}.\n${first}`
  const codes = `Mail and SMS codes: ${address}/dev/outbox`
  return hasOwnDatabase ? `${demoAccounts()}\n\n${codes}` : `${first}\n${codes}`
}

export function demoAccounts(): string {
  const lines = SIGN_IN_ACCOUNTS.map((person) => {
    const note = person.status ? ' who has not signed in yet: Welcome#2026' : ''
    return `  ${emailOf(person).padEnd(28)}${person.role}${note}`
  })
  return ['Demo accounts, password Backoffice#2026:', ...lines].join('\n')
}
