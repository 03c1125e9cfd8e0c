import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { LONG, many, percentile, reached } from './figures.ts'
import { inLanes } from './lanes.ts'
import { chatRequest, openSocket } from './raw-caller.ts'
import { startProcessStage, type Stage, startStage } from './stage.ts'

const READERS = many(60, 500)
/** More than the buffers on the way take, and no more: filling them is what takes the time. */
const STREAM_BYTES = 5 * 1024 * 1024
const MIB = 1024 * 1024
/** MiB of memory that a reader may hold. */
const MOST_EACH = many(1, 0.3)
const PATIENTLY = { timeout: 20_000, interval: 500 }

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
    vendor.script({ bigBytes: STREAM_BYTES })
    await inLanes(8, Array(16).keys(), async () => void (await (await stage.send('chat')).text()))
    const alone = await paces(stage)

    const before = await stage.residentBytes()
    const asked = vendor.served.length
    const sockets: Socket[] = []
    await inLanes(50, Array(READERS).keys(), async () => void sockets.push(await openReader(stage.origin, stage.key)))
    await expect.poll(() => vendor.served.length - asked, { timeout: 240_000 }).toBe(READERS)
    await fastPartOver(() => vendor.served.reduce((sum, { sentBytes }) => sum + sentBytes, 0))
    const beside = await paces(stage)
    const grownNow = async () => Math.max(0, (await stage.residentBytes()) - before) / MIB
    // What only waits for the collector is nobody's, and it comes when others are served: what readers hold stays then, too.
    let grown = await grownNow()
    const grownBeside = async () => {
      if (grown / READERS >= MOST_EACH) await paces(stage)
      grown = await grownNow()
      return grown / READERS
    }
    await expect.poll(grownBeside, PATIENTLY).toBeLessThan(MOST_EACH)
    // Nobody was served whole: what is measured is streams that wait, not streams that ended.
    expect(sockets.filter(({ bytesRead, destroyed }) => destroyed || bytesRead >= STREAM_BYTES)).toEqual([])

    for (const socket of sockets) socket.destroy()
    // Only a crowd leaves enough behind to be collected at once.
    if (LONG) await expect.poll(grownNow, PATIENTLY).toBeLessThan(grown)
    const left = await grownNow()
    // The median, because a machine that is busy with something else has a tail of its own.
    const [aloneMs, besideMs] = [percentile(alone, 0.5), percentile(beside, 0.5)]
    expect(besideMs).toBeLessThan(Math.max(2 * aloneMs, aloneMs + 25))
    // The tail may double too; its margin is a few ticks of a machine that does something else meanwhile.
    const [aloneTailMs, besideTailMs] = [percentile(alone, 0.99), percentile(beside, 0.99)]
    if (LONG) expect(besideTailMs).toBeLessThan(2 * aloneTailMs + 100)
    reached(
      'C2',
      `${READERS} readers at 1 KiB/s: +${((grown * 1024) / READERS).toFixed(0)} KiB each while they wait, +${left.toFixed(0)} MiB in all after; others’ p50 ${besideMs.toFixed(1)} ms, p99 ${besideTailMs.toFixed(1)} ms, alone ${aloneMs.toFixed(1)} and ${aloneTailMs.toFixed(1)} ms`,
    )
  },
  420_000,
)

// It takes the half minute that a reader may take.
test.runIf(LONG)(
  'C2 a reader who takes nothing at all is cut off, and is sent no blank lines meanwhile',
  async () => {
    await using stage = await startStage()
    await using vendor = await startVendor({ keepBytes: 0 })
    await stage.addModel('m')
    await stage.addWay({ model: 'm', origin: vendor.origin })
    vendor.script({ bigBytes: 64 * MIB })
    const socket = await openSocket(stage.origin)
    socket.pause()
    const begun = performance.now()
    socket.write(chatRequest(stage.key))
    const served = await vendor.arrival(0)
    await served.done
    const seconds = (performance.now() - begun) / 1000
    socket.destroy()
    expect(served.aborted).toBe(true)
    expect(seconds).toBeGreaterThan(29)
    // node looks after half a minute whether bytes have moved since the last time, and may have to look twice.
    expect(seconds).toBeLessThan(70)
    const { rows } = await stage.books()
    expect(rows.map(({ status }) => status)).toEqual(['cancelled'])
    reached('C2', `a reader who takes nothing is cut off after ${seconds.toFixed(0)} s`)
  },
  90_000,
)

/** Buffers on the way take the beginning of each stream at once; from then on the readers set the pace. */
async function fastPartOver(sent: () => number): Promise<void> {
  const fast = READERS * 16 * 1024
  for (let last = sent(), now = fast + last + 1; now - last > fast; last = now, now = sent()) await pause(500)
}
