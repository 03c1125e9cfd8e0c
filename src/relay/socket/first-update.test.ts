import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { Stop } from '../../core/stop.ts'
import { firstUpdate } from './first-update.ts'

const UPDATE = JSON.stringify({
  type: 'session.update',
  session: { audio: { input: { transcription: { model: 'asr' } } } },
})

/** A caller, and the minute they have. */
function caller() {
  const client = Object.assign(new EventEmitter(), { pause: () => undefined, resume: () => undefined })
  const gone = new AbortController()
  const minute = Promise.withResolvers<void>()
  const waits: { ms: number; signal: Stop }[] = []
  const opening = firstUpdate(client as unknown as WebSocket, gone.signal, (ms, signal) => {
    waits.push({ ms, signal })
    return minute.promise
  })
  const says = (text: string) => void client.emit('message', Buffer.from(text), false)
  return { client, opening, says, gone, minute, waits }
}

test('the first update names the model, and what was said by then is said again in order', async () => {
  const { client, opening, says, waits } = caller()
  says(UPDATE)
  says('second')
  const { model, early } = await opening
  expect(model).toBe('asr')
  // Nothing waits for the minute any more.
  expect(waits.map(({ ms, signal }) => [ms, signal.aborted])).toEqual([[60_000, true]])
  const heard: string[] = []
  client.on('message', (data: Buffer) => void heard.push(data.toString()))
  early[Symbol.dispose]()
  expect(heard).toEqual([UPDATE, 'second'])
})

test('who says nothing for a minute is told what is missing, and so is who leaves', async () => {
  const silent = caller()
  silent.minute.resolve()
  await expect(silent.opening).rejects.toMatchObject({ code: 'transcriber_unnamed' })
  const left = caller()
  left.gone.abort()
  await expect(left.opening).rejects.toMatchObject({ code: 'transcriber_unnamed' })
})
