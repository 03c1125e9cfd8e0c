import { GoogleGenAI } from '@google/genai'
import { adminCreateKey } from '../../src/contract/admin-keys.ts'
import { adminCreateUser } from '../../src/contract/admin-users.ts'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import type { BodyInputOf } from '../../src/contract/endpoint.ts'
import { freePort } from './free-port.ts'
import { GOOGLE, startGeminiKeeper } from './gemini-keeper.ts'
import { startGateway, VENDOR_SECRET } from './gateway.ts'

/** A gateway whose models are with one or both of two vendors that keep files as Google does. */
export async function startGeminiFiles() {
  const life = new AsyncDisposableStack()
  const keepers = {
    a: life.use(await startGeminiKeeper('a', VENDOR_SECRET)),
    b: life.use(await startGeminiKeeper('b', VENDOR_SECRET)),
  }
  // It is restarted at its address, which nobody may take meanwhile.
  const gateway = life.use(await startGateway({ PORT: String(await freePort()) }))
  for (const model of ['both', 'only-a', 'only-b']) await gateway.addModel(model)
  for (const slug of ['a', 'b'] as const) {
    const facts = { slug, name: slug, preset: 'custom', allow_private: true, credentials: [{ secret: VENDOR_SECRET }] }
    const protocols = ['generate', 'interactions', 'files'] as const
    const endpoints = [{ dialect: 'gemini' as const, base_url: keepers[slug].origin, protocols: [...protocols] }]
    const routes = [{ model: 'both' }, { model: `only-${slug}` }]
    await gateway.call(adminCreateProvider, { body: { ...facts, priority: slug === 'a' ? 1 : 2, endpoints, routes } })
  }
  let users = 0

  /** A user of their own, with Google's library as they would use it. */
  async function someone(more: Pick<BodyInputOf<typeof adminCreateKey>, 'limits'> = {}) {
    users += 1
    const { id } = await gateway.call(adminCreateUser, { body: { email: `user${users}@yumen.test`, name: 'user' } })
    const key = await gateway.call(adminCreateKey, { body: { user: id, name: 'key', ...more } })
    const httpOptions = { baseUrl: gateway.origin, retryOptions: { attempts: 1 } }
    const google = new GoogleGenAI({ apiKey: key.secret, httpOptions })
    const upload = (text: string, model?: string) =>
      google.files.upload({
        file: new Blob([text], { type: 'text/plain' }),
        config: { displayName: '一页', ...(model && { httpOptions: { headers: { 'x-yumen-model': model } } }) },
      })
    return { key, google, upload }
  }

  /** Begins an upload as Google's guide does with curl, and answers where to go on. */
  async function begun({ key }: { key: { secret: string } }, headers: Record<string, string> = {}, body = '{}') {
    const answer = await fetch(`${gateway.origin}/upload/v1beta/files`, {
      method: 'POST',
      headers: { ...START, 'x-goog-api-key': key.secret, 'content-type': 'application/json', ...headers },
      body,
    })
    return { answer, url: answer.headers.get('x-goog-upload-url') ?? '' }
  }

  /** All is well again. */
  async function recover() {
    for (const keeper of [keepers.a, keepers.b])
      Object.assign(keeper, { fails: 0, host: GOOGLE, held: Promise.resolve() })
    await gateway.recover()
  }

  return { gateway, keepers, someone, begun, recover, [Symbol.asyncDispose]: () => life.disposeAsync() }
}

const START = { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }

export type GeminiFiles = Awaited<ReturnType<typeof startGeminiFiles>>
export type Someone = Awaited<ReturnType<GeminiFiles['someone']>>

type Piece = { command: string; offset?: number; body?: Uint8Array<ArrayBuffer> | string; key?: string }

/** Goes on with an upload at its address, and answers what is told of it. */
export async function piece(url: string, { command, offset, body, key }: Piece) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'x-goog-upload-command': command,
      ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
      ...(key !== undefined && { 'x-goog-api-key': key }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const told = (name: string) => answer.headers.get(`x-goog-upload-${name}`)
  return { status: answer.status, told, text, all: JSON.stringify([...answer.headers]) + text }
}
