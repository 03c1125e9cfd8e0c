import { describe, expect, test } from 'vitest'
import { createEnvelope } from '../vault/envelope.ts'
import { channelsIn } from './channels.ts'
import { overtaken } from './test-overtaken.ts'
import { engines } from './test-store.ts'

const CHANNEL = {
  id: 'c1',
  name: 'Ops',
  rules: null,
  locale: 'en',
  allowPrivate: false,
  enabled: true,
  forUsers: false,
  setup: { kind: 'webhook', config: {}, secrets: { url: 'https://hooks.example/a' } },
} as const

describe.each(engines)('channels on %s', (_, open) => {
  test('change from the version that was seen', async () => {
    await using store = await open()
    await store.channels.create(CHANNEL)
    expect(await store.channels.patch('c1', { name: 'New', ifVersion: 1 })).toMatchObject({
      ok: true,
      value: { name: 'New', version: 2 },
    })
    expect(await store.channels.patch('c1', { name: 'Late', ifVersion: 1 })).toMatchObject({
      refused: 'version_conflict',
    })
    expect(await store.channels.patch('none', { ifVersion: undefined })).toMatchObject({ refused: 'not_found' })
  })

  test('are not changed over what somebody else has changed in between', async () => {
    await using store = await open()
    await store.channels.create(CHANNEL)
    const late = channelsIn(
      overtaken(store.db, (tx) => tx.updateTable('channel').set({ name: 'Theirs', version: 2 }).execute()),
      store.clock,
      createEnvelope(Buffer.alloc(32, 7), 'test'),
    )
    expect(await late.patch('c1', { name: 'Ours', ifVersion: 1 })).toMatchObject({ refused: 'version_conflict' })
    expect(await store.channels.get('c1')).toMatchObject({ name: 'Theirs', version: 2 })
  })
})
