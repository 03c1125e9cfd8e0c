import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, type PackedRecord, unpack } from '../../core/packed-record.ts'
import type { AttemptRecord, Hindrance, RequestRecord } from '../../core/records.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { readLine, settledIn } from './line.ts'
import { ATTEMPT, lineOf, RECORD } from './test-journal.ts'

const nanos = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
const ms = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true, max: 1e9 })
const text = fc.string({ unit: 'binary' })

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })

/** Every value of its own, so that none can stand in the place of another. */
const usages = fc
  .array(fc.nat(), { minLength: 12, maxLength: 12 })
  .map((counts) => Object.fromEntries(Object.keys(NO_USAGE).map((name, at) => [name, counts[at]])) as unknown as Usage)

const hindrances: fc.Arbitrary<Hindrance> = fc.oneof(
  fc.record({ leftMs: fc.nat() }),
  fc.record({ leftMs: fc.nat(), by: fc.string() }),
  fc.record({ inFlight: fc.nat(), limit: fc.nat() }),
)

const attempts = fc.array(
  fc
    .record({
      n: fc.nat(),
      providerId: text,
      providerName: text,
      endpointId: text,
      credentialId: text,
      credentialLast4: text,
      startedMs: ms,
      headersMs: orNull(ms),
      firstTokenMs: orNull(ms),
      endedMs: ms,
      httpStatus: orNull(fc.nat()),
      errorClass: orNull(text),
      retryable: fc.boolean(),
      usage: usages,
      upstreamCostNanos: nanos,
    })
    .chain((over) =>
      orNull(hindrances).map((hindrance): AttemptRecord => ({
        ...ATTEMPT,
        ...over,
        ...(hindrance !== null && { hindrance }),
      })),
    ),
  { maxLength: 3 },
)
const records = fc
  .record({
    id: fc.uuid(),
    at: fc.nat(),
    userId: text,
    keyId: text,
    client: text,
    ip: text,
    modelAsked: text,
    model: orNull(text),
    modelAnswered: orNull(text),
    stream: fc.boolean(),
    httpStatus: fc.nat(),
    errorClass: orNull(text),
    errorMessage: orNull(text),
    providerId: orNull(text),
    endpointId: orNull(text),
    credentialId: orNull(text),
    queueMs: ms,
    headersMs: orNull(ms),
    firstTokenMs: orNull(ms),
    totalMs: ms,
    usage: usages,
    usageRaw: orNull(text),
    costNanos: nanos,
    upstreamCostNanos: nanos,
    priceVersion: orNull(text),
    multiplierMicros: nanos,
    attempts,
  })
  .chain((over) =>
    orNull(nanos).map((holdNanos): RequestRecord => ({
      ...RECORD,
      protocolOut: 'anthropic-messages',
      serviceTier: 'flex',
      ...over,
      ...(holdNanos !== null && { holdNanos }),
    })),
  )

const line = (text: string) => readLine(Buffer.from(text.slice(0, -1)))

test('any record comes back as it was written, amounts to the last nano-dollar', () => {
  fc.assert(
    fc.property(records, fc.constantFrom('admit', 'meter', 'settle'), (record, kind) => {
      const written = lineOf(kind, record.id, pack(record))
      expect(written.indexOf('\n')).toBe(written.length - 1)
      const read = line(written)
      expect(read).toMatchObject({ kind, id: record.id })
      expect(read?.record()).toEqual(record)
      expect(unpack(pack(record))).toEqual(record)
    }),
  )
  expect(unpack(pack({ ...RECORD, usage: NO_USAGE })).usage, 'nothing is told by being this').toBe(NO_USAGE)
})

test('a line torn at any byte is no line', () => {
  const whole = Buffer.from(lineOf('settle', RECORD.id, pack(RECORD))).subarray(0, -1)
  expect(readLine(whole)).not.toBeNull()
  for (let length = 0; length < whole.length; length += 1) expect(readLine(whole.subarray(0, length))).toBeNull()
})

test('a line with any byte changed is no line', () => {
  const whole = Buffer.from(lineOf('settle', RECORD.id, pack(RECORD))).subarray(0, -1)
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(readLine(changed)).toBeNull()
  }
})

/** Written by 0.1.0. Journals are read by later programs, so this never changes. */
const FIRST_VERSION = String.raw`eb2f89c8 S 0193a0e2-0000-7000-8000-000000000001 {"id":"0193a0e2-0000-7000-8000-000000000001","at":1795219200000,"userId":"u1","keyId":"k1","client":"curl","ip":"192.0.2.1","protocolIn":"openai-chat","protocolOut":"openai-chat","modelAsked":"m1","model":"m1","modelAnswered":null,"stream":true,"status":"succeeded","end":"complete","httpStatus":200,"errorClass":null,"errorMessage":null,"providerId":"p1","endpointId":"e1","credentialId":"c1","queueMs":0,"headersMs":80,"firstTokenMs":120.5,"totalMs":900,"usage":{"input":10,"cacheRead":0,"cacheWrite5m":0,"cacheWrite1h":0,"output":20,"reasoning":0,"audioIn":0,"audioOut":0,"imageIn":0,"imageOut":0,"requests":1,"searches":0},"usageSource":"upstream","usageRaw":"{\"prompt_tokens\":10}","costNanos":"9007199254740993","upstreamCostNanos":"900","priceVersion":null,"multiplierMicros":"1000000","attempts":[{"n":1,"providerId":"p1","providerName":"Acme","endpointId":"e1","credentialId":"c1","credentialLast4":"a1B2","decision":"chosen","reason":null,"startedMs":0.25,"headersMs":80,"firstTokenMs":120.5,"endedMs":900,"httpStatus":200,"errorClass":null,"retryable":false,"usage":{"input":10,"cacheRead":0,"cacheWrite5m":0,"cacheWrite1h":0,"output":20,"reasoning":0,"audioIn":0,"audioOut":0,"imageIn":0,"imageOut":0,"requests":1,"searches":0},"upstreamCostNanos":"900"}]}`

test('a line that the first version wrote is still read', () => {
  expect(readLine(Buffer.from(FIRST_VERSION))?.record()).toEqual(RECORD)
})

/** Written since values stand in their places, without names; this never changes either. */
const SECOND_VERSION = String.raw`9c2e2541 M 0193a0e2-0000-7000-8000-000000000001 ["0193a0e2-0000-7000-8000-000000000001",1795219200000,"u1","k1","curl","192.0.2.1","openai-chat","openai-chat","m1","m1",null,true,"succeeded","complete",200,null,null,"p1","e1","c1",0,80,120.5,900,[10,0,0,0,20,0,0,0,0,0,1,0],"upstream","{\"prompt_tokens\":10}",null,"9007199254740993","900",null,"1000000","1200",[[1,"p1","Acme","e1","c1","a1B2","chosen",null,0.25,80,120.5,900,200,null,false,[10,0,0,0,20,0,0,0,0,0,1,0],"900"]]]`

test('a line of values in their places is still read, also when a later version has added some', () => {
  const known = { ...RECORD, holdNanos: 1200n }
  expect(readLine(Buffer.from(SECOND_VERSION))).toMatchObject({ kind: 'meter', id: RECORD.id })
  expect(readLine(Buffer.from(SECOND_VERSION))?.record()).toEqual(known)
  expect(lineOf('meter', known.id, pack(known))).toBe(`${SECOND_VERSION}\n`)
  const longer = JSON.stringify([...(JSON.parse(pack(known)) as unknown[]), 'of a later version'])
  expect(line(lineOf('meter', RECORD.id, longer as PackedRecord))?.record()).toEqual(known)
})

test('what a later version says otherwise of why somebody was skipped costs no row', () => {
  const skipped = { ...RECORD, attempts: [{ ...ATTEMPT, hindrance: { leftMs: 42_000 } }] }
  const told = pack(skipped).replace('{"leftMs":42000}', '{"until":"tomorrow"}') as PackedRecord
  expect(told).toContain('tomorrow')
  expect(line(lineOf('settle', RECORD.id, told))?.record()).toEqual(RECORD)
})

test('of the lines that were written those that settle give their rows, in their order', () => {
  const written = fc.array(fc.record({ record: records, kind: fc.constantFrom('admit', 'meter', 'settle') }))
  fc.assert(
    fc.property(written, (all) => {
      const lines = Buffer.from(all.map(({ record, kind }) => lineOf(kind, record.id, pack(record))).join(''))
      const settled = all.filter(({ kind }) => kind === 'settle').map(({ record }) => pack(record))
      expect(settledIn(lines)).toEqual(settled)
    }),
  )
})
