import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const workspaces = '^(apps|packages|e2e|dev|bench|drills)/'
const server = '^apps/server/src'
const contract = '^packages/contract/src'
const web = '^apps/web/src'
const schemas = `${contract}/([^/]+[.]schemas|api)[.]ts$`
const tests = '[.]test[.]tsx?$'

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const forbid = (name, from, to) => ({
  name,
  severity: 'error',
  from,
  to,
})

/** Nouns of the contract: what has schemas. */
const nouns = readdirSync(join(import.meta.dirname, 'packages/contract/src'))
  .filter((name) => name.endsWith('.schemas.ts'))
  .map((name) => name.replace('.schemas.ts', ''))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // Only the server reads schemas: a type import of them is fine, a value would bring their library to the browser.
    forbid(
      'addresses-without-schemas',
      { path: `^apps/web/|${contract}/`, pathNot: `${schemas}|[.]test[.]ts$` },
      { path: `${schemas}|(^|/)node_modules/zod/`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-to-contract-only',
      { path: '^apps/web/' },
      { path: workspaces, pathNot: '^(apps/web|packages/contract)/' },
    ),
    forbid(
      'server-to-packages-only',
      { path: '^apps/server/' },
      { path: workspaces, pathNot: '^(apps/server|packages)/' },
    ),
    forbid('package-alone', { path: '^packages/([^/]+)/' }, { path: workspaces, pathNot: '^packages/$1/' }),
    // e2e/system opens the data of the system under test as the server does.
    forbid('e2e-without-sources', { path: '^e2e/', pathNot: '^e2e/system/' }, { path: '^apps/[^/]+/src/' }),

    forbid('net-alone', { path: `${web}/net/` }, { path: workspaces, pathNot: `${web}/net/|${contract}/` }),
    forbid('ui-without-net', { path: `${web}/ui/` }, { path: `${web}/(net|session|kit|features)/` }),
    forbid('kit-without-nouns', { path: `${web}/kit/` }, { path: `${web}/features/` }),
    // What every list and record needs: permissions, history, preferences, views and the calls of a lookup table.
    forbid(
      'kit-without-nouns',
      { path: `${web}/kit/`, pathNot: tests },
      {
        path: `${contract}/((${nouns.join('|')})[.]ts$|lists/|tables/)`,
        pathNot: `${contract}/((access|audit|history|list|lookup-tables|preferences|views)|tables/headers)[.]ts$`,
      },
    ),
    forbid(
      'kernel-without-features',
      { path: `${server}/kernel/`, pathNot: tests },
      { path: `${server}/(adapters|jobs|files|features|app|ops)/` },
    ),
    // The public screens are given their navigation by type.
    forbid(
      'features-without-app',
      { path: '^apps/(server|web)/src/features/', pathNot: tests },
      { path: '^apps/$1/src/(app|ops|boot|gallery)/', pathNot: `${web}/boot/navigation[.]ts$` },
    ),
    forbid(
      'store-without-http',
      { path: '[.]store[.]ts$' },
      { path: '(^|/)node_modules/fastify/|[.]routes[.]ts$' },
    ),

    // Type-only imports do not exist at run time.
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('resolvable', {}, { couldNotResolve: true }),
  ],
  options: {
    // TypeScript 7 has no JavaScript API.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](gen|generated)[.]ts$|/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
