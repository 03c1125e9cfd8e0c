import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { freePort } from './free-port.ts'
import { ADMIN, settingsFor } from './process-env.ts'

test('a first start that found its port taken leaves the one-time password to the start that is there to tell it', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-first-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const other = createServer()
  life.defer(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const settings = { YUMEN_DATA: dataDir, LOG_LEVEL: 'silent' }
  await expect(startApp(readConfig({ ...settings, PORT: String(port) }))).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const app = life.use(await startApp(readConfig({ ...settings, PORT: '0' })))
  expect(app.firstAdmin).toMatchObject({ email: 'admin@yumen.local', oneTimePassword: expect.any(String) })
  const signedIn = await fetch(`${app.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: app.firstAdmin?.email, password: app.firstAdmin?.oneTimePassword }),
  })
  expect(signedIn.status).toBe(200)
})

test('a gateway that listens at every address tells this machine’s own, and leads nobody elsewhere to it', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-first-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const app = life.use(await startApp(readConfig({ ...settingsFor(dataDir), HOST: '0.0.0.0' })))
  expect(app.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(app.site).toMatchObject({ publicOrigin: app.origin, linkOrigin: null })
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)
})

test('whoever signs in as soon as anybody listens finds the administrator that the environment names', async () => {
  await using life = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-first-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const starting = startApp(readConfig({ ...settingsFor(dataDir), PORT: String(port) }))
  const headers = { 'content-type': 'application/json' }
  const asked = { method: 'POST', headers, body: JSON.stringify(ADMIN) }
  const signIn = () => fetch(`http://127.0.0.1:${port}/api/auth/login`, asked)
  // Only until somebody listens: what they answer then is what counts.
  let answer: Response | undefined
  const heard = async () => (answer ??= await signIn().catch(() => undefined)) !== undefined
  await Promise.all([
    expect.poll(heard, { interval: 1, timeout: 20_000 }).toBe(true),
    starting.then((app) => life.use(app)),
  ])
  expect(answer?.status).toBe(200)
})
