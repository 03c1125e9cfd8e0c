import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { ImportDrawer } from './import-drawer.tsx'

const row = (line: number, problem: string | null, password: string | null) => ({
  line,
  email: `u${line}@example.com`,
  name: `u${line}`,
  problem: problem === null ? null : { code: 'fields_invalid', detail: problem },
  one_time_password: password,
})

const inPage = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const button = (name: string) => inPage('button').find(({ textContent }) => textContent === name) as HTMLButtonElement
const lines = () => inPage('tbody tr').map((one) => one.querySelector('td')?.textContent)

test('lines with a problem stand first, accounts being made are told of, and what was left out is said', async () => {
  let make: (answer: Response) => void = () => undefined
  vi.stubGlobal('fetch', (_url: unknown, { body = '{}' }: { body?: string } = {}) => {
    if ((JSON.parse(body) as { dry_run?: boolean }).dry_run === false)
      return new Promise<Response>((resolve) => (make = resolve))
    return Promise.resolve(
      Response.json({ created: 0, rows: [row(2, null, null), row(3, '请输入有效的邮箱地址', null)] }),
    )
  })
  await draw(<ImportDrawer onClose={() => undefined} />, { texts: ['users', 'ui'] })
  await settled(() => expect(inPage('textarea')).toHaveLength(1))
  const text = inPage('textarea')[0] as HTMLTextAreaElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(text, 'email,name')
    text.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button('检查').click())
  await settled(() => expect(lines()).toEqual(['3', '2']))
  await act(async () => button('导入 1 位').click())
  await settled(() => expect(document.body.textContent).toContain('正在创建 1 位用户'))
  expect(button('取消').disabled).toBe(true)
  await act(async () =>
    make(Response.json({ created: 1, rows: [row(2, null, 'once'), row(3, '请输入有效的邮箱地址', null)] })),
  )
  await settled(() => expect(document.body.textContent).toContain('1 行有问题，没有导入'))
  expect(lines()).toEqual(['3', '2'])
})
