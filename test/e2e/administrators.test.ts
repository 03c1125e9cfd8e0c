import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminBulkUsers,
  adminCreateUser,
  adminDeleteUser,
  adminListUsers,
  adminPatchUser,
} from '../../src/contract/admin-users.ts'
import { login } from '../../src/contract/auth.ts'
import { changePassword, getMe } from '../../src/contract/users.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { ADMIN } from './process-env.ts'

const OWN_PASSWORD = 'a deputy of their own'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const ask = (method: string, path: string, token: string, body?: object) =>
  fetch(gateway.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** An administrator who has chosen a password and is signed in. */
async function deputy(name: string) {
  const email = `${name}@yumen.test`
  const body = { email, name, role: 'admin', own_password: ADMIN.password } as const
  const made = await gateway.call(adminCreateUser, { body })
  const signIn = async (password: string) => {
    const answer = await ask('POST', login.path, '', { email, password })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const first = made.one_time_password ?? ''
  await ask('POST', changePassword.path, await signIn(first), { current_password: first, new_password: OWN_PASSWORD })
  const token = await signIn(OWN_PASSWORD)
  expect((await ask('GET', adminListUsers.path, token)).status).toBe(200)
  return { id: made.id, email, token }
}

test.each([
  [
    'demoted',
    ({ id }: { id: string }) => gateway.call(adminPatchUser, { params: { id }, body: { role: 'user' } }),
    200,
  ],
  [
    'disabled',
    ({ id }: { id: string }) => gateway.call(adminPatchUser, { params: { id }, body: { status: 'disabled' } }),
    401,
  ],
  [
    'deleted',
    ({ id, email }: { id: string; email: string }) =>
      gateway.call(adminDeleteUser, { params: { id }, body: { email, password: ADMIN.password } }),
    401,
  ],
] as const)('an administrator who is %s has lost their rights from then on', async (name, act, own) => {
  const one = await deputy(name)
  await act(one)
  expect((await ask('GET', adminListUsers.path, one.token)).status).toBe(401)
  expect((await ask('POST', adminCreateUser.path, one.token, { email: 'x@yumen.test', name: 'x' })).status).toBe(401)
  expect((await ask('GET', getMe.path, one.token)).status).toBe(own)
})

test('the last administrator cannot be demoted, disabled or deleted, alone or among many', async () => {
  const { id } = await gateway.call(getMe)
  const path = adminPatchUser.path.replace('{id}', id)
  const { access_token: token } = await gateway.call(login, { body: ADMIN })
  for (const body of [{ role: 'user' }, { status: 'disabled' }])
    expect((await ask('PATCH', path, token, body)).status).toBe(409)
  expect((await ask('DELETE', path, token, ADMIN)).status).toBe(409)
  const { results } = await gateway.call(adminBulkUsers, { body: { ids: [id], action: 'disable' } })
  expect(results).toMatchObject([{ ok: false }])
  expect((await gateway.call(getMe)).role).toBe('admin')
})
