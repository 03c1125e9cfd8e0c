import type { UseQueryResult } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { Block } from './block.tsx'

const answer = (of: Partial<UseQueryResult<string>>) =>
  ({ data: undefined, error: null, isFetching: false, isPlaceholderData: false, ...of }) as UseQueryResult<string>

test('why there is no answer stands there while it is asked again, and goes with the answer', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await loadTexts('ui')
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = async (of: Partial<UseQueryResult<string>>) => {
    await act(async () =>
      root.render(
        <Block query={answer(of)} bones="bones">
          {(data) => data}
        </Block>,
      ),
    )
    return place.textContent
  }
  const error = new CallError(503, { code: 'not_ready', detail: 'no database' })
  expect(await show({ isFetching: true })).toBe('bones')
  expect(await show({ error })).toContain('no database')
  expect(await show({ isFetching: true })).toContain('no database')
  expect(await show({ data: 'rows' })).toBe('rows')
  expect(await show({ isFetching: true })).toBe('bones')
  act(() => root.unmount())
  vi.unstubAllGlobals()
})
