import type { FastifyInstance } from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { sendProblem } from './error-handler.ts'
import { HttpError } from './errors.ts'

type Route = {
  methods: readonly string[]
  pattern: RegExp
  acceptsParams: (params: unknown) => boolean
}

/** Pages, which exist at any path outside the APIs. */
const PAGES = '/*'

/**
 * Replies 405 at an address that exists for other methods, otherwise 404. Call it before the routes are added. A segment
 * that cannot be a parameter, such as `role` in `/:id`, does not count as one.
 */
export function rejectUnknownAddresses(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (url === PAGES) return
    const params = schema?.params
    routes.push({
      methods: [method].flat(),
      pattern: patternOf(url),
      acceptsParams: (sent) => params === undefined || safeParse(params as $ZodType, sent).success,
    })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = routes.flatMap(({ methods, pattern, acceptsParams }) => {
      const match = pattern.exec(path)
      return match && acceptsParams(match.groups) ? methods : []
    })
    // A route of this method found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(request, reply, new HttpError('not_found'))
    const allow = [...new Set(methods)].sort().join(', ')
    const detail = `This address does not accept ${request.method}. It accepts ${allow}.`
    return sendProblem(request, reply.header('allow', allow), new HttpError('method_not_allowed', { detail }))
  })
}

/** Matches the paths of a route, with and without a trailing slash. Literal colons are doubled. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/::|:(\w+)|\*/g, (found, name?: string) =>
      name ? `(?<${name}>[^/]+)` : found === '*' ? '.*' : ':',
    )
  return new RegExp(`^${source}/?$`)
}
