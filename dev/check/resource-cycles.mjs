import imports from '../../.dependency-cruiser.mjs'

const folder = '^apps/server/src/resources/[^/]+$'

/** A separate cruise: rules for folders cannot exclude tests or paths through other folders. */
export default {
  forbidden: [
    {
      name: 'resources-one-way',
      severity: 'error',
      scope: 'folder',
      from: { path: folder },
      to: { path: folder, circular: true },
    },
  ],
  options: {
    ...imports.options,
    includeOnly: { path: '^apps/server/src/resources/.*(?<![.]test)[.]ts$' },
  },
}
