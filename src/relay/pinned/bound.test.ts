import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import type { Pin, PinKind } from '../../core/pin.ts'
import type { SkipReason } from '../../core/records.ts'
import { openaiChat, readChat } from '../../protocols/openai-chat/openai-chat.ts'
import { aTarget } from '../routing/test-targets.ts'
import { boundBatch, boundPlan } from './bound.ts'

const BAILIAN = { provider: { preset: 'dashscope' } } as const
const candidate = (target: TargetEntry) => ({ target, protocol: 'openai-chat' as const })
const saying = (content: string) => ({ model: 'm', messages: [{ role: 'system', content }] })

/** What is kept for `me`, file `f` with the provider `b`, and whoever may be asked; `asked` counts look-ups. */
function world(
  targets: TargetEntry[],
  resting: { target: TargetEntry; reason: SkipReason }[] = [],
  kept: PinKind = 'file',
) {
  const pin = { id: 'f', kind: kept, endpointId: 'b-endpoint', credentialId: 'b-credential' } as Pin
  const asked: string[] = []
  const find = async (kind: string, id: string, userId: string) => {
    asked.push(id)
    return kind === kept && id === 'f' && userId === 'me' ? pin : undefined
  }
  const skips = resting.map(({ target, reason }) => ({ ...candidate(target), reason }))
  const plan = { candidates: targets.map(candidate), skips }
  return {
    asked,
    bound: async (userId: string, body: object) => {
      const path = '/v1/chat/completions'
      const incoming = { path, query: new URLSearchParams(), body: Buffer.from(JSON.stringify(body)) }
      const question = { protocol: openaiChat, userId, turn: readChat(incoming, path) }
      const binding = { pins: { find }, memory: { knows: () => false } }
      const { candidates } = await boundPlan(plan as unknown as Parameters<typeof boundPlan>[0], question, binding)
      return candidates.map(({ target }) => target.provider.id)
    },
    batch: async (userId: string, body: object) => {
      const bodies = [{ model: 'm', messages: [] }, body].map((one) => Buffer.from(JSON.stringify(one)))
      const found = await boundBatch(plan, { bodies, userId, protocol: 'openai-responses' }, { find })
      return found.map(({ target }) => target.provider.id)
    },
  }
}

test('a file in a system message is asked for where it is kept, and refused to everybody else', async () => {
  const { bound, batch } = world([aTarget('a', BAILIAN), aTarget('b', BAILIAN)])
  for (const ask of [bound, batch]) {
    expect(await ask('me', saying('fileid://f'))).toEqual(['b'])
    await expect(ask('other', saying('fileid://f'))).rejects.toMatchObject({ code: 'object_not_found' })
    await expect(ask('me', saying('fileid://f,fileid://theirs'))).rejects.toMatchObject({ code: 'object_not_found' })
    expect(await ask('me', saying('no file'))).toEqual(['a', 'b'])
  }
})

test('a file in a system message and one in a field are both looked at', async () => {
  const { bound, asked } = world([aTarget('b', BAILIAN)])
  const parts = [{ role: 'user', content: [{ type: 'file', file: { file_id: 'theirs' } }] }]
  const both = { ...saying('fileid://f'), messages: [...saying('fileid://f').messages, ...parts] }
  await expect(bound('me', both)).rejects.toMatchObject({ code: 'object_not_found', details: { id: 'theirs' } })
  expect(asked).toContain('theirs')
})

test('a file is found by its id, whichever of the two vendors keeps it', async () => {
  const { bound } = world([aTarget('a'), aTarget('b')], [], 'anthropic-file')
  const naming = (file_id: string) => ({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'file', file: { file_id } }] }],
  })
  expect(await bound('me', naming('f'))).toEqual(['b'])
  await expect(bound('other', naming('f'))).rejects.toMatchObject({ code: 'object_not_found', details: { id: 'f' } })
})

test('where no vendor takes words for a file, none is looked for', async () => {
  const { bound, asked } = world([aTarget('a')], [{ target: aTarget('b', BAILIAN), reason: 'disabled' }])
  expect(await bound('other', saying('fileid://f'))).toEqual(['a'])
  expect(asked).toEqual([])
})

test('a file whose keeper rests is not asked for elsewhere', async () => {
  const { bound } = world([aTarget('a')], [{ target: aTarget('b', BAILIAN), reason: 'cooling' }])
  await expect(bound('me', saying('fileid://f'))).rejects.toMatchObject({ code: 'object_unreachable' })
})
