import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { draw } from '../test-draw.ts'
import { MoreButton } from './more-button.tsx'

test('says why the rows that follow did not come, and asks for them again', async () => {
  const fetchNextPage = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined)
  const pages = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: true, fetchNextPage }
  const error = new CallError(500, { detail: '数据库暂不可用' })
  const { place } = await draw(<MoreButton pages={{ ...pages, error }}>更多</MoreButton>, { texts: ['ui'] })
  expect(place.textContent).toContain('数据库暂不可用')
  act(() => place.querySelector('button')?.click())
  expect(fetchNextPage).toHaveBeenCalledOnce()
})
