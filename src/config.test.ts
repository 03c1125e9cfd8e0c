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

test('the public origin is kept without a trailing slash', () => {
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

test.each([
  ['PORT', [' ', '-1', '65536', '99999999999', '0x50', '1e3', '3.5', 'eighty']],
  ['HOST', [' ', 'http://localhost', '10.0.0.0/8']],
  ['YUMEN_DATA', [' ']],
  ['YUMEN_MASTER_KEY', ['  ', 'x'.repeat(31), ` ${'x'.repeat(31)} `]],
  ['YUMEN_MASTER_KEY_FILE', [' ']],
  ['ADMIN_EMAIL', ['somebody', ' ', `${'a'.repeat(250)}@b.co`]],
  ['ADMIN_PASSWORD', ['short', 'x'.repeat(1025)]],
  ['METRICS_TOKEN', ['fifteen-letters', 'sixteen letters!', `${'x'.repeat(16)}é`]],
  [
    'PUBLIC_ORIGIN',
    ['ai.example.com', 'ftp://ai.example.com', 'https://example.com/yumen', 'https://u:p@example.com', ' '],
  ],
  ['DATABASE_URL', ['mysql://db/x', 'POSTGRES://db/x', ' ', 'postgres://u:pass-word@db:99999/x']],
  [
    'TRUSTED_PROXIES',
    ['proxy.local', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::1/129', '10.0.0.1/a'],
  ],
  ['YUMEN_DURABILITY', ['Strict', ' ']],
  ['LOG_LEVEL', ['INFO', 'trace']],
])('%s that cannot be used is named, in both languages, and not repeated', (name, values) => {
  const said = (value: string): string => {
    try {
      return `taken as ${JSON.stringify(readConfig({ [name]: value }))}`
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const value of values) {
    expect(said(value), value).toMatch(new RegExp(`^  ${name}: [^a-z]*[\\u4e00-\\u9fff].* must `, 'm'))
    if (value.length > 4) expect(said(value).split(`${name}:`)[1]).not.toContain(value)
  }
})

test('what stands around a value is not part of it', () => {
  const around = { PORT: ' 80 ', ADMIN_EMAIL: ' a@b.co', LOG_LEVEL: 'warn ', DATABASE_URL: ' postgres://db/x\n' }
  expect(readConfig(around)).toMatchObject({
    port: 80,
    adminEmail: 'a@b.co',
    logLevel: 'warn',
    databaseUrl: 'postgres://db/x',
  })
})

test('an address of IPv6 may stand in brackets', () => {
  expect(['[::1]', '::', 'localhost'].map((HOST) => readConfig({ HOST }).host)).toEqual(['::1', '::', 'localhost'])
})

test('PostgreSQL behind a socket has no host', () => {
  const databaseUrl = 'postgres://user@/base?host=/run/postgresql'
  expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl)
})
