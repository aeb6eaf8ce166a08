/** The accounts of the demo data, printed at the start. */
const accounts = [
  ['admin', 'Administrator'],
  ['access', 'Access administrator'],
  ['lookup', 'Lookup maintainer'],
  ['glass', 'Glass maintainer'],
  ['agent', 'Inquiry agent'],
  ['supervisor', 'Inquiry supervisor'],
  ['auditor', 'Auditor'],
  ['viewer', 'Operations viewer'],
] as const

export function demoAccounts(): string {
  const lines = accounts.map(([name, role]) => `  ${`${name}@backoffice.test`.padEnd(28)}${role}`)
  return [
    'Demo accounts, password Backoffice#2026:',
    ...lines,
    `  ${'new.hire@backoffice.test'.padEnd(28)}Inquiry agent who has not signed in yet: Welcome#2026`,
  ].join('\n')
}
