import { afterEach, beforeEach, expect, test } from 'vitest'
import { TUTORIAL_CLIENTS } from '../contract/settings-tutorial.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

let world: World
let admin: string
let ada: string

beforeEach(async () => {
  world = await openWorld()
  admin = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  ada = (await world.session((await world.user('ada')).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const read = async () => (await world.call('getTutorial', { token: ada })).body
const patch = (values: object) => world.call('adminPatchSettings', { token: admin, body: { values } })

test('a tutorial nobody has changed explains every client and points here', async () => {
  expect(await read()).toEqual({
    base_urls: {
      openai: 'https://yumen.example/v1',
      anthropic: 'https://yumen.example',
      gemini: 'https://yumen.example',
    },
    clients: TUTORIAL_CLIENTS,
    models: {},
    note: '',
  })
})

test('what the operator changed holds at once: clients, models that can be used, and the note', async () => {
  await world.call('adminCreateProvider', { token: admin, body: acmeProvider({ routes: [{ model: 'house-model' }] }) })
  const price = { input: '2', output: '10' }
  await world.call('adminPatchModel', { token: admin, params: { id: 'house-model' }, body: { price } })
  await patch({
    'tutorial.hidden_clients': ['cline', 'curl'],
    'tutorial.models': { codex: 'house-model', 'claude-code': 'no-such-model' },
    'tutorial.note': '| a |\n| - |\n| **b** |',
  })
  const tutorial = await read()
  expect(tutorial.clients).toEqual(TUTORIAL_CLIENTS.filter((client) => client !== 'cline' && client !== 'curl'))
  expect(tutorial.models).toEqual({ codex: 'house-model' })
  expect(tutorial.note).toBe('| a |\n| - |\n| **b** |')
})

test('not every client can be hidden, and only clients there are have a model', async () => {
  expect((await patch({ 'tutorial.hidden_clients': TUTORIAL_CLIENTS })).status).toBe(422)
  expect((await patch({ 'tutorial.models': { emacs: 'house-model' } })).status).toBe(422)
  expect((await patch({ 'tutorial.note': 'x'.repeat(4001) })).status).toBe(422)
})
