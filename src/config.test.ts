import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({ PORT: '', ADMIN_EMAIL: '' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    adminEmail: undefined,
    durability: 'normal',
  })
})

test('a variable that cannot be used is named, and its value is not', () => {
  expect(() => readConfig({ PORT: 'eighty', ADMIN_PASSWORD: 'secret!' })).toThrow(/PORT[\s\S]*ADMIN_PASSWORD/)
  expect(() => readConfig({ ADMIN_PASSWORD: 'secret!' })).not.toThrow(/secret!/)
})

test('the public origin is kept without a path or trailing slash', () => {
  expect(readConfig({ PUBLIC_ORIGIN: 'https://yumen.example.com/' }).publicOrigin).toBe('https://yumen.example.com')
})

test.each([{}, { DATABASE_URL: 'postgres://user@host/base' }])(
  'more than one process is refused in both languages, whatever the database (%j)',
  (database) => {
    for (const count of ['1', 'auto', '']) expect(readConfig({ ...database, YUMEN_WORKERS: count })).toBeTruthy()
    for (const count of ['2', '0', 'many'])
      expect(() => readConfig({ ...database, YUMEN_WORKERS: count })).toThrow(/YUMEN_WORKERS.*一个进程.*one process/)
  },
)
