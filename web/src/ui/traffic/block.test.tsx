import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { draw } from '../../test-draw.ts'
import { Block } from './block.tsx'

const answer = (of: Partial<UseQueryResult<string>>) =>
  ({ data: undefined, error: null, isFetching: false, isPlaceholderData: false, ...of }) as UseQueryResult<string>

test('why there is no answer stands there while it is asked again, and goes with the answer', async () => {
  const { place, redraw } = await draw(null, { texts: ['ui'] })
  const show = async (of: Partial<UseQueryResult<string>>) => {
    await redraw(
      <Block query={answer(of)} bones="bones">
        {(data) => data}
      </Block>,
    )
    return place.textContent
  }
  const error = new CallError(503, { code: 'not_ready', detail: 'no database' })
  expect(await show({ isFetching: true })).toBe('bones')
  expect(await show({ error })).toContain('no database')
  expect(await show({ isFetching: true })).toContain('no database')
  expect(await show({ data: 'rows' })).toBe('rows')
  expect(await show({ isFetching: true })).toBe('bones')
})
