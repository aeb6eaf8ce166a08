import Fastify from 'fastify'
import { createPool } from '../../apps/server/src/db/client.ts'

/**
 * `bare-route.ts URL SQL PARAMETERS`: serves one row by its id, the last parameter, and prints its address.
 */
const [, , url = '', text = '', before = '[]'] = process.argv
const parameters: unknown[] = JSON.parse(before)
const pool = createPool(url)
const app = Fastify()
app.get<{ Params: { id: string } }>('/:id', async ({ params }) => {
  const { rows } = await pool.query(text, [...parameters, params.id])
  return rows[0]
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
