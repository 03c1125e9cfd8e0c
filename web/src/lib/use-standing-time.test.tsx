import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/time.ts'
import { useActivity } from '../pages/activity/use-activity.ts'
import { useAudit } from '../pages/admin-audit/use-audit.ts'
import { draw } from '../test-draw.ts'

// Goes on from test to test: the minute that is known to all never goes back. Far from midnight, which would end the day that is looked at.
let now = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 10 * HOUR_MS
const asked = vi.fn<(url: string) => Promise<Response>>()
/** What a list gives: the present it goes by, and what it asks. */
type Seen = { now: number; query: object }
const seen: Seen[] = []
const LISTS = [
  {
    name: 'the own activity',
    path: '/api/activity?',
    use: (): Seen => {
      const { time, query } = useActivity()
      return { now: time.present.now, query }
    },
  },
  {
    name: 'the audit log',
    path: '/api/admin/audit?',
    use: (): Seen => {
      const { present, query } = useAudit()
      return { now: present.now, query }
    },
  },
]

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => Response.json({ items: [], next: null })),
  )
})

afterEach(() => {
  seen.length = 0
  now = Date.now()
  vi.useRealTimers()
})

describe.each(LISTS)('in $name', ({ path, use }) => {
  const listed = () =>
    asked.mock.calls.flatMap(([url]) => (url.startsWith(path) ? [new URL(url, 'http://x').searchParams] : []))

  function Reader() {
    seen.push(use())
    return null
  }

  async function look(range: string): Promise<void> {
    await draw(<Reader />, { at: `/?range=${range}` })
    await expect.poll(() => listed()).toHaveLength(1)
  }

  test.each(['15m', '1h', '24h', 'today', '7d', '30d', 'month', '90d'])(
    '%s is asked for once, and has no end while one looks',
    async (range) => {
      await look(range)
      const [first] = seen
      await act(async () => vi.advanceTimersByTime(2 * MINUTE_MS))
      expect(seen.at(-1)?.now).toBe((first?.now ?? 0) + 2 * MINUTE_MS)
      expect(listed().map((query) => query.has('to'))).toEqual([false])
      expect(seen.at(-1)?.query).not.toHaveProperty('to')
    },
  )

  test.each(['yesterday', 'last-month'])('%s has an end', async (range) => {
    await look(range)
    expect(listed().map((query) => query.has('to'))).toEqual([true])
  })

  test('today is another day once it is over', async () => {
    await look('today')
    await act(async () => vi.advanceTimersByTime(DAY_MS))
    const [first = '', second = ''] = listed().map((query) => query.get('from') ?? '')
    expect(Date.parse(second) - Date.parse(first)).toBe(DAY_MS)
    await act(async () => vi.advanceTimersByTime(2 * MINUTE_MS))
    expect(listed()).toHaveLength(2)
  })
})
