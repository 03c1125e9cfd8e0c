import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { CallError } from '../lib/call-error.ts'
import { MoreButton } from './more-button.tsx'

test('says why the rows that follow did not come, and asks for them again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await loadTexts('ui')
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const fetchNextPage = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined)
  const pages = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: true, fetchNextPage }
  const error = new CallError(500, { detail: '数据库暂不可用' })
  act(() => root.render(<MoreButton pages={{ ...pages, error }}>更多</MoreButton>))
  expect(place.textContent).toContain('数据库暂不可用')
  act(() => place.querySelector('button')?.click())
  expect(fetchNextPage).toHaveBeenCalledOnce()
})
