import { expect, test } from 'vitest'
import type { Preset } from '../../../../src/contract/presets.ts'
import { blanksOf, fillingOf, firstAddress, nextAddress, refilled } from './template.ts'

const BASE = 'https://{place}-api.example/v1/projects/{project}/places/{place}'
const template: Pick<Preset, 'endpoints' | 'hosts'> = {
  endpoints: [
    { dialect: 'gemini', base_url: BASE, protocols: ['generate'] },
    { dialect: 'openai', base_url: `${BASE}/openai`, protocols: ['chat'] },
    { dialect: 'anthropic', base_url: 'https://{host}', protocols: ['messages'] },
  ],
  hosts: { 'global-api.example': 'api.example' },
}
const row = (base_url: string) => ({ dialect: 'gemini' as const, base_url })
const HALF = 'https://east-api.example/v1/projects/{project}/places/east'

test('a template is where a row begins, but for one that knows nothing of its host', () => {
  expect([BASE, 'https://{host}/v1', 'http://{host}:80'].map(firstAddress)).toEqual([BASE, '', ''])
  expect(blanksOf(template)).toEqual(['place', 'project'])
})

test('a blank is filled in wherever it stands, and emptied again', () => {
  const half = refilled(row(BASE), ['place', ' ea/st '], template)
  expect(half).toBe(HALF)
  expect(refilled(row(HALF), ['project', 'p-1'], template)).toBe(HALF.replace('{project}', 'p-1'))
  expect(refilled(row(HALF), ['place', ''], template)).toBe(BASE)
})

test('what is filled in is read from the first address that follows its template', () => {
  const own = { dialect: 'anthropic', base_url: 'https://mine.example' } as const
  expect(fillingOf([own, row('https://other.example'), row(HALF)], template)).toEqual({ place: 'east' })
  expect(fillingOf([own], template)).toBeUndefined()
  expect(fillingOf([row(HALF.replace('places/east', 'places/west'))], template)).toBeUndefined()
})

test('an address somebody wrote is left alone', () => {
  expect(refilled(row('https://other.example'), ['place', 'east'], template)).toBeUndefined()
  expect(refilled({ dialect: 'anthropic', base_url: '' }, ['place', 'east'], template)).toBeUndefined()
})

test('a host that is called otherwise than filled in gets its own name, and is known by it', () => {
  const real = refilled(row(BASE), ['place', 'global'], template)
  expect(real).toBe('https://api.example/v1/projects/{project}/places/global')
  expect(fillingOf([row(real ?? '')], template)).toEqual({ place: 'global' })
  expect(refilled(row(real ?? ''), ['place', 'east'], template)).toBe(HALF)
})

test('a row that is added is filled in as the others are', () => {
  expect(nextAddress('openai', [row(HALF)], template)).toBe(`${HALF}/openai`)
  expect(nextAddress('openai', [row('https://other.example')], template)).toBe(`${BASE}/openai`)
  expect(nextAddress('anthropic', [row(HALF)], template)).toBe('')
})
