/** A node of a parsed module, as far as it matters here. */
type Node = { type: string; start: number; end: number; [part: string]: unknown }

/** Of an endpoint: what only the server and its documentation read. */
const SERVERS_OWN = ['summary', 'access', 'audit', 'bodyLimitBytes', 'params', 'query', 'body', 'reply']

/** A module of the contract, with its schemas taken out of endpoints and constants. Positions are those of the code. */
export function stripSchemas(code: string, program: unknown): string {
  const cuts: { start: number; end: number; by: string }[] = []
  for (const node of nodesOf(program)) {
    if (isEndpoint(node))
      for (const part of partsOf(node)) {
        const { start, end } = part
        // With the comma behind it.
        if (isServersOwn(part))
          cuts.push({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), by: '' })
      }
    else if (node.type === 'VariableDeclarator' && isNode(node.init) && isSchema(node.init))
      cuts.push({ start: node.init.start, end: node.init.end, by: 'undefined' })
  }
  return cuts
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

function isEndpoint({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && callee.name === 'endpoint'
}

function partsOf(node: Node): Node[] {
  const [declaration] = [node.arguments].flat()
  return isNode(declaration) ? [declaration.properties].flat().filter(isNode) : []
}

function isServersOwn({ key }: Node): boolean {
  return isNode(key) && SERVERS_OWN.includes(String(key.name))
}

/** `z.something(…)`, with whatever is called on it. */
function isSchema(node: Node): boolean {
  if (node.type === 'CallExpression') return isNode(node.callee) && isSchema(node.callee)
  if (node.type !== 'MemberExpression' || !isNode(node.object)) return false
  return node.object.name === 'z' || isSchema(node.object)
}
