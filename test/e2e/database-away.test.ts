import { expect, test } from 'vitest'
import { endpoints } from '../../src/contract/all.ts'
import { login } from '../../src/contract/auth.ts'
import { createKey, listKeys } from '../../src/contract/keys.ts'
import { startGateway } from './gateway.ts'
import { findPostgres } from './postgres-server.ts'
import { ADMIN } from './process-env.ts'

/** Without PostgreSQL this is passed over. */
const start = findPostgres()

test.skipIf(start === null)(
  'while PostgreSQL is away the console is told so by each call that needs it, and goes on when it is back',
  async () => {
    await using server = await start?.()
    if (!server?.crash) return
    await using gateway = await startGateway({ DATABASE_URL: server.url, LOG_LEVEL: 'silent' })
    const { access_token: token } = await gateway.call(login, { body: ADMIN })
    const said = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' }
      const init = { method, headers, signal: AbortSignal.timeout(10_000), ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(gateway.origin + path, init)
      const { code } = (await response.json()) as { code?: string }
      return `${path} ${response.status} ${code} ${response.headers.get('retry-after')}`
    }
    const reading = Object.values(endpoints).filter(
      ({ method, path, who }) => method === 'GET' && who !== 'anyone' && !path.includes('{'),
    )
    await server.crash(async () => {
      const answers = await Promise.all(reading.map(({ path }) => said('GET', path)))
      expect(answers).toEqual(reading.map(({ path }) => `${path} 503 database_away 5`))
      expect(await said('POST', createKey.path, { name: 'k' })).toBe(`${createKey.path} 503 database_away 5`)
      expect(await said('POST', login.path, ADMIN)).toBe(`${login.path} 500 database_away 5`)
    })
    expect(await gateway.call(listKeys)).toMatchObject({ items: [] })
    expect(await said('POST', createKey.path, { name: 'k' })).toContain(' 201 ')
  },
  120_000,
)
