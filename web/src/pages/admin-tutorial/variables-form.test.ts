import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from '../../../../src/contract/settings.ts'
import { changesOf, faultsIn } from './variables-form.ts'

test('what is filled in as it was is no change', () => {
  expect(changesOf(STANDARD_SETTINGS, {})).toEqual({})
  expect(changesOf(STANDARD_SETTINGS, { 'site.name': ' Yumen ', 'tutorial.hidden_clients': [] })).toEqual({})
})

test('only what differs is sent, tidied as the server does', () => {
  const draft = { 'site.public_origin': 'https://ai.example.com/', 'tutorial.models': { codex: 'gpt-5.5' } }
  expect(changesOf(STANDARD_SETTINGS, draft)).toEqual({
    'site.public_origin': 'https://ai.example.com',
    'tutorial.models': { codex: 'gpt-5.5' },
  })
})

test('what the server would refuse is told apart', () => {
  const changes = changesOf(STANDARD_SETTINGS, { 'site.name': ' ', 'site.public_origin': 'ai.example.com/v1' })
  expect(faultsIn(changes)).toEqual(['site.name', 'site.public_origin'])
})
