import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { many, percentile, reached } from './figures.ts'
import { inLanes } from './lanes.ts'
import { chatRequest, openSocket } from './raw-caller.ts'
import { startProcessStage, type Stage } from './stage.ts'

const READERS = many(120, 1000)
/** More than the buffers on the way take, and no more: filling them is what takes the time. */
const STREAM_BYTES = 5 * 1024 * 1024
const MIB = 1024 * 1024

/** Asks for a stream and reads it at 1 KiB a second. */
async function openReader(origin: string, key: string): Promise<Socket> {
  const socket = await openSocket(origin)
  socket.pause()
  const reading = setInterval(() => socket.read(1024), 1000)
  socket.once('close', () => clearInterval(reading))
  socket.write(chatRequest(key))
  return socket
}

/** How long each of many small streams of others takes. */
async function paces(stage: Stage): Promise<number[]> {
  const figures: number[] = []
  for (let i = 0; i < 80; i += 1) {
    const begun = performance.now()
    await (await stage.send('chat', { model: 'quick' })).text()
    figures.push(performance.now() - begun)
  }
  return figures
}

test.runIf(process.platform === 'linux')(
  'C2 readers slower than their upstreams cost little memory, given back when they leave, and nobody else notices them',
  async () => {
    await using vendor = await startVendor({ keepBytes: 0 })
    await using stage = await startProcessStage()
    for (const model of ['m', 'quick']) {
      await stage.addModel(model)
      await stage.addWay({ model, origin: vendor.origin })
    }
    vendor.on('quick', { text: ['quick '], usage: 'absent' })
    // Compiled code, first buffers and what tokens are counted with belong to any gateway that has been serving; what is
    // measured comes on top of them.
    await inLanes(30, Array(900).keys(), async () => void (await (await stage.send('chat', { model: 'quick' })).text()))
    const alone = percentile(await paces(stage), 0.99)

    const before = await stage.residentBytes()
    const asked = vendor.served.length
    vendor.script({ bigBytes: STREAM_BYTES })
    const sockets: Socket[] = []
    await inLanes(50, Array(READERS).keys(), async () => void sockets.push(await openReader(stage.origin, stage.key)))
    await expect.poll(() => vendor.served.length - asked, { timeout: 60_000 }).toBe(READERS)
    await fastPartOver(() => vendor.served.reduce((sum, { sentBytes }) => sum + sentBytes, 0))
    const held = await stage.residentBytes()
    const beside = percentile(await paces(stage), 0.99)
    // Nobody was served whole: what is measured is streams that wait, not streams that ended.
    expect(sockets.filter(({ bytesRead, destroyed }) => destroyed || bytesRead >= STREAM_BYTES)).toEqual([])

    for (const socket of sockets) socket.destroy()
    const grown = (held - before) / MIB
    const grownNow = async () => ((await stage.residentBytes()) - before) / MIB
    await expect.poll(grownNow, { timeout: 20_000, interval: 500 }).toBeLessThan(grown)
    const left = await grownNow()
    expect(grown / READERS).toBeLessThan(many(1, 0.2))
    expect(beside).toBeLessThan(Math.max(2 * alone, alone + 25))
    reached(
      'C2',
      `${READERS} readers at 1 KiB/s: +${((grown * 1024) / READERS).toFixed(0)} KiB each while they wait, +${left.toFixed(0)} MiB in all after; others’ p99 ${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms`,
    )
  },
  180_000,
)

/** Buffers on the way take the beginning of each stream at once; from then on the readers set the pace. */
async function fastPartOver(sent: () => number): Promise<void> {
  const fast = READERS * 16 * 1024
  for (let last = sent(), now = fast + last + 1; now - last > fast; last = now, now = sent()) await pause(500)
}
