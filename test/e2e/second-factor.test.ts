import { expect, test } from 'vitest'
import { login } from '../../src/contract/auth.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../../src/contract/second-factor.ts'
import { codeAt } from '../../src/vault/test-authenticator.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { findPostgres } from './postgres-server.ts'
import { ADMIN } from './process-env.ts'

/** Without PostgreSQL the one that is on it is passed over. */
const start = findPostgres()

test('of those who sign in with one recovery code at once, one is let in', async () => {
  await using gateway = await startGateway()
  await oneIsLetIn(gateway)
})

test.skipIf(start === null)(
  'of those who sign in with one recovery code at once, one is let in by PostgreSQL',
  async () => {
    await using server = await start?.()
    if (!server?.crash) return
    await using gateway = await startGateway({ DATABASE_URL: server.url })
    await oneIsLetIn(gateway)
  },
)

async function oneIsLetIn(gateway: Gateway): Promise<void> {
  const { secret } = await gateway.call(beginSecondFactor, { body: { password: ADMIN.password } })
  const body = { code: codeAt(secret, Date.now()) }
  const { recovery_codes: codes } = await gateway.call(confirmSecondFactor, { body })
  const signIn = async (code?: string) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ ...ADMIN, code }) }
    const answer = await fetch(gateway.origin + login.path, init)
    return ((await answer.json()) as { code?: string }).code ?? 'a session'
  }
  expect(await signIn()).toBe('code_needed')
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(codes[0])))
  expect(answers.toSorted()).toEqual(['a session', 'code_wrong', 'code_wrong', 'code_wrong'])
  expect(await signIn(body.code)).toBe('code_wrong')
  expect(await gateway.call(getSecondFactor)).toMatchObject({ recovery_codes_left: 9 })
}
