import { expect, test } from 'vitest'
import { createDirectory } from './directory.ts'
import { aTarget, MODEL } from './routing/test-targets.ts'

test('an endpoint is reached by each of its credentials that is on, whatever model is served there now', () => {
  const directory = createDirectory()
  const nothing = { keys: [], limits: [], accounts: [], limitUse: [] }
  const [on, off, idle] = [aTarget('on'), aTarget('off', { enabled: false }), aTarget('idle', { model: '' })]
  directory.replace({ ...nothing, models: [MODEL], targets: [on, off], ways: [idle] })
  const way = (name: string) => directory.way(`${name}-endpoint`, `${name}-credential`)
  expect(['on', 'off', 'idle'].map(way)).toEqual([on, undefined, idle])
  expect(directory.way('on-endpoint', 'idle-credential')).toBeUndefined()
  expect(directory.targets('')).toEqual([])
})
