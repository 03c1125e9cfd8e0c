import { expect, test } from 'vitest'
import { isRelayPath } from '../surface.ts'
import { dialectOf, pinnedRouteOf } from './routes.ts'

test.each([
  ['POST', '/v1/files', { kind: 'file', act: 'create', id: '' }],
  ['GET', '/v1/files/file-1/content', { kind: 'file', act: 'content', id: 'file-1' }],
  ['DELETE', '/v1/files/file-1', { kind: 'file', act: 'delete', id: 'file-1' }],
  ['POST', '/v1/batches/b/cancel', { kind: 'batch', act: 'cancel', id: 'b' }],
  ['GET', '/v1/messages/batches/b/results', { kind: 'message-batch', act: 'content', id: 'b' }],
  ['GET', '/v1/responses/r/input_items', { kind: 'response', act: 'content', id: 'r' }],
  ['PUT', '/v1/files/file-1', 'wrong_method'],
  ['GET', '/v1/uploads', null],
  ['GET', '/v1/files/a/b/c', null],
  ['GET', '/v1/files/..%2Fbatches', null],
] as const)('%s %s asks for the right thing', (method, path, route) => {
  expect(pinnedRouteOf(method, path)).toEqual(route)
  expect(isRelayPath(path)).toBe(true)
})

test('only message batches are Anthropic’s', () => {
  const kinds = ['file', 'batch', 'message-batch', 'response'] as const
  expect(kinds.map(dialectOf)).toEqual(['openai', 'openai', 'anthropic', 'openai'])
})
