import { act } from 'react'
import { expect, test } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { setHidden } from '../../lib/traffic/privacy.ts'
import { draw, settled } from '../../test-draw.ts'
import '../menu-popup.tsx'
import { FilterByRequest } from './filter-by-request.tsx'

const named = { key: { id: 'k1', name: 'Claude Code' }, user: { id: 'u1', name: '林晓' } }
const request = {
  ...named,
  model: 'gpt-6-astra',
  client: 'curl',
  status: 'succeeded',
  http_status: 200,
} as RequestDetail

test('where names are hidden, what a request is filtered by tells neither its key nor its user', async () => {
  const { place } = await draw(<FilterByRequest request={request} />, { at: '/admin/usage', texts: ['requests', 'ui'] })
  await act(async () => place.querySelector('button')?.click())
  const menu = () => document.querySelector('[role=menu]')?.textContent ?? ''
  await settled(() => expect(menu()).toContain('Claude Code'))
  expect(menu()).toContain('林晓')
  await act(async () => setHidden(true))
  expect(menu()).not.toMatch(/Claude Code|林晓/)
  expect(menu()).toContain('gpt-6-astra')
  await act(async () => setHidden(false))
})
