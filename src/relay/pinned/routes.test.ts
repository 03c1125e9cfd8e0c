import { expect, test } from 'vitest'
import type { Dialect } from '../../core/protocol.ts'
import { isRelayPath } from '../surface.ts'
import { dialectOf, pinnedRouteOf } from './routes.ts'

test.each([
  ['POST', '/v1/files', { kind: 'file', act: 'create', id: '' }],
  ['GET', '/v1/files/file-1/content', { kind: 'file', act: 'content', id: 'file-1' }],
  ['DELETE', '/v1/files/file-1', { kind: 'file', act: 'delete', id: 'file-1' }],
  ['POST', '/v1/batches/b/cancel', { kind: 'batch', act: 'cancel', id: 'b' }],
  ['GET', '/v1/messages/batches/b/results', { kind: 'message-batch', act: 'content', id: 'b' }],
  ['GET', '/v1/responses/r/input_items', { kind: 'response', act: 'content', id: 'r' }],
  ['GET', '/v1/interactions/v1_a-b%3D%3D', { kind: 'interaction', act: 'content', id: 'v1_a-b==' }],
  ['POST', '/v1beta/interactions/v1_a/cancel', { kind: 'interaction', act: 'cancel', id: 'v1_a' }],
  ['DELETE', '/v1alpha/interactions/v1_a=', { kind: 'interaction', act: 'delete', id: 'v1_a=' }],
  ['POST', '/upload/v1beta/files', { kind: 'gemini-file', act: 'create', id: '' }],
  ['DELETE', '/v1beta/files/abc-1', { kind: 'gemini-file', act: 'delete', id: 'abc-1' }],
  ['PUT', '/v1/files/file-1', 'wrong_method'],
  ['GET', '/v1/uploads', null],
  ['GET', '/v1/files/a/b/c', null],
  ['GET', '/v1/files/..%2Fbatches', null],
] as const)('%s %s asks for the right thing', (method, path, route) => {
  const dialect = route !== null && typeof route !== 'string' ? dialectOf(route.kind) : 'openai'
  expect(pinnedRouteOf(method, path, dialect)).toEqual(route)
  expect(isRelayPath(path)).toBe(true)
})

test('each kind belongs to those whose libraries ask for it', () => {
  const kinds = ['file', 'anthropic-file', 'gemini-file', 'batch', 'message-batch', 'response', 'interaction'] as const
  expect(kinds.map(dialectOf)).toEqual(['openai', 'anthropic', 'gemini', 'openai', 'anthropic', 'openai', 'gemini'])
})

test('what several dialects keep at one path is told by the dialect', () => {
  const asked = (dialect: Dialect) => pinnedRouteOf('GET', '/v1/files/f', dialect)
  expect(asked('openai')).toEqual({ kind: 'file', act: 'read', id: 'f' })
  expect(asked('anthropic')).toEqual({ kind: 'anthropic-file', act: 'read', id: 'f' })
  expect(asked('gemini')).toEqual({ kind: 'gemini-file', act: 'read', id: 'f' })
  expect(pinnedRouteOf('GET', '/v1/batches/b', 'anthropic')).toBeNull()
})
