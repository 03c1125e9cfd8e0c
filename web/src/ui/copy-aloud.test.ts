import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { toast } from '../lib/toast.ts'
import { copyAloud } from './copy-aloud.ts'

beforeAll(() => loadTexts('ui'))

test.each([
  [true, ['链接已复制'], []],
  [false, [], ['复制失败']],
])('a message says whether there is something on the clipboard: %s', async (allowed, good, bad) => {
  const success = vi.spyOn(toast, 'success')
  const error = vi.spyOn(toast, 'error')
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(() =>
    allowed ? Promise.resolve() : Promise.reject(new DOMException('denied', 'NotAllowedError')),
  )
  Object.assign(document, { execCommand: () => false })
  onTestFinished(() => void vi.restoreAllMocks())
  await copyAloud('https://example.com', '链接已复制')
  expect([success.mock.calls.flat(), error.mock.calls.flat()]).toEqual([good, bad])
})
