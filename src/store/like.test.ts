import { describe, expect, test } from 'vitest'
import { engines } from './test-store.ts'

describe.each(engines)('a search on %s', (_, open) => {
  test('finds words of other alphabets as they are written, and in any one case', async () => {
    await using store = await open()
    for (const [id, name] of [
      ['u1', 'Иван Петров'],
      ['u2', 'Élodie'],
      ['u3', '李雷 Lee'],
      ['u4', 'ΑΘΗΝΑ'],
    ] as const) {
      const user = { id, email: `${id}@example.com`, name, role: 'user', passwordHash: 'h' } as const
      await store.users.create({ ...user, mustChangePassword: false })
    }
    const found = async (q: string) => {
      const { items } = await store.userAdmin.list({ zone: 'UTC', limit: 50, q })
      return items.map(({ name }) => name)
    }
    for (const q of ['Иван Петров', 'иван петров', 'ван Пет']) expect([q, await found(q)]).toEqual([q, ['Иван Петров']])
    for (const q of ['Élodie', 'élodie', 'Élo']) expect([q, await found(q)]).toEqual([q, ['Élodie']])
    for (const q of ['李雷 LEE', '李雷 lee']) expect([q, await found(q)]).toEqual([q, ['李雷 Lee']])
    for (const q of ['ΑΘΗΝΑ', 'θη']) expect([q, await found(q)]).toEqual([q, ['ΑΘΗΝΑ']])
    expect(await found('Éva')).toEqual([])
  })
})
