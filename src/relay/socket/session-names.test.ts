import { expect, test } from 'vitest'
import type { ModelEntry, TargetEntry } from '../../core/directory.ts'
import { createDirectory } from '../directory.ts'
import { aTarget, MODEL } from '../routing/test-targets.ts'
import { sessionNames } from './session-names.ts'

const PRICE = { version: 'v', rates: { audioIn: 1n }, tiers: [] }
const model = (id: string, fields: Partial<ModelEntry> = {}): ModelEntry => ({ ...MODEL, id, price: PRICE, ...fields })
const MODELS = [model('talk'), model('asr', { aliases: ['ears'] }), model('free', { price: null }), model('far')]
const TALK = aTarget('here', { model: 'talk', upstreamName: 'talk-1' })
const TARGETS: TargetEntry[] = [
  TALK,
  { ...TALK, model: 'asr', upstreamName: 'asr-1' },
  { ...TALK, model: 'free', upstreamName: 'free-1' },
  aTarget('there', { model: 'far', upstreamName: 'far-1' }),
]

function world({ onlyTranscribes = false, credentialAllows = null as string[] | null, models = MODELS } = {}) {
  const directory = createDirectory()
  const limited = ({ credential, ...target }: TargetEntry) => ({
    ...target,
    credential: { ...credential, allowModels: credentialAllows },
  })
  const nothing = { keys: [], limits: [], accounts: [], limitUse: [] }
  const offer = (offered: ModelEntry[]) =>
    directory.replace({ ...nothing, models: offered, targets: TARGETS.map(limited) })
  offer(models)
  const caller = { allowModels: null as string[] | null }
  const own = onlyTranscribes ? { name: 'ears', model: model('asr') } : { name: 'talk', model: model('talk') }
  const target = TARGETS[onlyTranscribes ? 1 : 0] ?? TALK
  const names = sessionNames({ directory, caller: () => caller, target, own, onlyTranscribes })
  const session = (name: string) => ({ model: target.upstreamName, input_audio_transcription: { model: name } })
  const event = (type: string, name: string) => Buffer.from(JSON.stringify({ type, session: session(name) }))
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()
  return {
    names,
    caller,
    offer,
    asks: (name: string) => textOf(names.onwards(event('session.update', name), 0)),
    told: (name: string) => textOf(names.back(event('session.updated', name))),
  }
}

test('a session that is told back has the names its caller asked for, and those of the catalogue for others', () => {
  const { asks, told } = world()
  expect(told('asr-1')).toContain('{"model":"talk","input_audio_transcription":{"model":"asr"}}')
  expect(asks('ears')).toContain('{"model":"talk-1","input_audio_transcription":{"model":"asr-1"}}')
  expect(told('asr-1')).toContain('{"model":"ears"}')
  expect(told('whisper-of-the-vendor')).toContain('{"model":"whisper-of-the-vendor"}')
})

test('nothing is kept of a name that means nothing here, however many an upstream tells', () => {
  const { names, told, offer } = world()
  told('later')
  expect(names.transcriber('later', 0)).toBeNull()
  offer([...MODELS, model('later')])
  expect(names.transcriber('later', 0)).toMatchObject({ name: 'later' })
})

test.each([
  ['nobody', 'model_not_found'],
  ['free', 'model_unpriced'],
  ['far', 'transcriber_elsewhere'],
  ['x'.repeat(201), 'model_not_found'],
])('a caller cannot have %s transcribe', (name, code) => {
  const { asks } = world()
  expect(() => asks(name)).toThrow(expect.objectContaining({ code }))
})

test('who may transcribe is asked of the key and the credential as they are now', () => {
  const { asks, caller } = world()
  asks('asr')
  caller.allowModels = ['talk']
  expect(() => asks('asr')).toThrow(expect.objectContaining({ code: 'model_not_allowed' }))
  const bound = world({ credentialAllows: ['talk'] })
  expect(() => bound.asks('asr')).toThrow(expect.objectContaining({ code: 'transcriber_elsewhere' }))
})

test('a transcript is charged by the price of its time, also when that has been taken away meanwhile', () => {
  const { names, asks, offer } = world()
  asks('ears')
  const dearer = { ...PRICE, version: 'dearer' }
  offer([model('asr', { price: dearer })])
  expect(names.transcriber('asr-1', 0)).toMatchObject({ name: 'ears', model: { price: dearer } })
  offer([model('asr', { price: null })])
  expect(names.transcriber('asr-1', 0)).toMatchObject({ name: 'ears', model: { price: PRICE } })
})

test.each([
  ['asr-1', 'asr'],
  ['far', 'far'],
  ['far-1', undefined],
  ['free-1', undefined],
  [null, undefined],
])('of a transcriber that nobody asked for, %s, what is charged is %s', (upstreamName, id) => {
  expect(world().names.transcriber(upstreamName, 0)?.model.id).toBe(id)
})

test('a session that only transcribes does so with its own model for as long as nothing else is told', () => {
  const { names } = world({ onlyTranscribes: true })
  expect(names.transcriber(null, 0)).toMatchObject({ name: 'ears', model: { id: 'asr' } })
})

test('what an upstream says goes on as it is where it is too deep to be read', () => {
  const { names } = world()
  const event = Buffer.from(
    `{"type":"session.updated","session":{"model":"talk-1","x":${'['.repeat(99)}${']'.repeat(99)}}}`,
  )
  expect(Buffer.from(names.back(event)).equals(event)).toBe(true)
  expect(() => names.onwards(event, 0)).toThrow(expect.objectContaining({ code: 'body_malformed' }))
})
