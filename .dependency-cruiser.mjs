const workspaces = '^(apps|packages|e2e|dev|bench|drills)/'
const server = '^apps/server/src'
const contract = '^packages/contract/src'
const web = '^apps/web/src'

/** Folders of `apps/web/src`, lowest layer first. Folders of one layer do not import each other. */
const layers = [
  ['net'],
  ['session', 'ui'],
  ['kit'],
  ['approvals'],
  ['files'],
  ['transactions'],
  ['cards'],
  ['cases'],
  ['access'],
  ['mapping'],
  ['reply'],
  ['palette'],
  ['screens'],
  ['routes'],
]

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

const layerRules = layers.flatMap((layer, level) =>
  layer.map((folder) => {
    const others = [...layer.filter((other) => other !== folder), ...layers.slice(level + 1).flat()]
    return forbid(`${folder}-layer`, { path: `${web}/${folder}/` }, { path: `${web}/(${others.join('|')})/` })
  }),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // Only the server reads schemas: a type import of them is fine, a value would bring their library to the browser.
    forbid(
      'addresses-without-schemas',
      { path: `^apps/web/|${contract}/`, pathNot: `${contract}/(schemas/|api[.]ts)|[.]test[.]ts$` },
      {
        path: `${contract}/(schemas/|api[.]ts)|(^|/)node_modules/zod/`,
        dependencyTypesNot: ['type-only'],
      },
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

    ...layerRules,
    forbid(
      'net-alone',
      { path: `${web}/net/` },
      { path: workspaces, pathNot: `${web}/(net/|config[.]ts)|^packages/contract/` },
    ),
    forbid('ui-without-net', { path: `${web}/ui/` }, { path: `${web}/net/` }),
    forbid(
      'screen-alone',
      { path: `${web}/screens/([^/]+)/` },
      { path: `${web}/screens/`, pathNot: `${web}/screens/$1/` },
    ),
    forbid(
      'kit-without-nouns',
      { path: `${web}/kit/` },
      {
        path: '^packages/contract/src/endpoints/',
        pathNot: '/(account|preferences|access|views|tables|history)[.]ts$',
      },
    ),

    forbid(
      'kernel-without-resources',
      { path: `${server}/kernel/`, pathNot: '[.]test[.]ts$' },
      { path: `${server}/(resources|jobs)/` },
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
