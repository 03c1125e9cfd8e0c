import { expect, test } from 'vitest'
import { wavOf } from '../translate/media/sound.ts'
import { HEAD_BYTES, lengthOf, mostSeconds } from './sound-length.ts'

const fileOf = (head: Uint8Array, bytes: number) => ({ head: head.subarray(0, HEAD_BYTES), bytes })
const latin = (text: string) => Buffer.from(text, 'latin1')
const frame = (third: number) => Buffer.concat([Buffer.from([0xff, 0xfb, third, 0x64]), Buffer.alloc(400)])

function varying(second: number, frames: number) {
  const head = Buffer.concat([Buffer.from([0xff, second, 0x90, 0x64]), Buffer.alloc(400)])
  head.write('Xing\0\0\0\u0001', 36, 'latin1')
  head.writeUInt32BE(frames, 44)
  return head
}

function wav(rate: number, seconds: number) {
  const bytes = wavOf(Buffer.alloc(rate * 2 * seconds), rate)
  return fileOf(bytes, bytes.length)
}

function flac(samples: number, rate: number) {
  const head = Buffer.alloc(42)
  head.write('fLaC', 'latin1')
  head.writeUIntBE(rate << 4, 18, 3)
  head.writeUInt32BE(samples, 22)
  return head
}

function mp4(wide: boolean) {
  const box = Buffer.alloc(64)
  box.write('mvhd', 'latin1')
  box[4] = wide ? 1 : 0
  box.writeUInt32BE(1000, wide ? 24 : 16)
  if (wide) box.writeBigUInt64BE(90_000n, 28)
  else box.writeUInt32BE(90_000, 20)
  return Buffer.concat([latin('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42\0\0\0\u0040moov\0\0\0\u0040'), box])
}

test.each([
  ['WAV of 24 kHz', wav(24_000, 3), 3],
  ['WAV of telephones', wav(8000, 30), 30],
  ['MP3 of a varying rate', fileOf(varying(0xfb, 3829), 900_000), 100],
  ['MP3 of a varying rate and 22 kHz', fileOf(varying(0xf3, 1250), 90_000), 32.65],
  ['FLAC', fileOf(flac(16_000 * 60, 16_000), 900_000), 60],
  ['M4A', fileOf(mp4(false), 900_000), 90],
  ['M4A of a later version', fileOf(mp4(true), 900_000), 90],
])('the length of %s is read off its header', (_name, file, seconds) => {
  const { seconds: read, sure } = lengthOf(file)
  expect(read).toBeCloseTo(seconds, 1)
  expect(sure).toBe(true)
})

test.each([
  ['128 kbit/s', frame(0x90), 10],
  ['32 kbit/s', frame(0x10), 40],
  [
    '64 kbit/s behind a tag',
    Buffer.concat([latin('ID3\u0004\0\0\0\0\u0001\u0000'), Buffer.alloc(128), frame(0x50)]),
    19.98,
  ],
])('MP3 of %s is as long as its first frame makes it, but later ones may differ', (_name, head, seconds) => {
  const { seconds: read, sure } = lengthOf({ head, bytes: 160_000 })
  expect(read).toBeCloseTo(seconds, 2)
  expect(sure).toBe(false)
})

test.each([
  ['Ogg at 32 kbit/s', latin('OggS'), 40],
  ['WebM at 128 kbit/s', latin('\u001aE\u00df\u00a3'), 10],
  ['M4A without its head at 128 kbit/s', latin('\0\0\0\u0018ftypM4A '), 10],
  ['MP3 behind a tag of more than 4 KiB at 128 kbit/s', latin('ID3\u0004\0\0\0\u0001\u0079\u0076'), 8],
  ['a WAV that says nothing as 16 bits of 16 kHz', latin('RIFF\0\0\0\0WAVE'), 5],
  ['FLAC that does not know its length at half of 64 kB/s', flac(0, 16_000), 2.5],
  ['what nobody knows at 128 kbit/s', latin('?'), 10],
  ['nothing at 128 kbit/s', latin(''), 10],
])('without a header that tells, %s is assumed', (_name, head, seconds) => {
  expect(lengthOf({ head, bytes: 160_000 })).toEqual({ seconds, sure: false })
})

test('a tag with a picture in it is no sound', () => {
  const tag = Buffer.concat([latin('ID3\u0004\0\0\0\0\u0001\u0000'), Buffer.alloc(128), frame(0x90)])
  expect(lengthOf({ head: tag, bytes: 138 + 16_000 }).seconds).toBeCloseTo(1)
  expect(lengthOf({ head: latin('ID3\u0004\0\0\u0002\0\0\0'), bytes: 4_194_314 + 16_000 }).seconds).toBeCloseTo(1)
})

test('no header makes a sound shorter or longer than its bytes can be', () => {
  expect(lengthOf(fileOf(flac(1, 16_000), 15_360_000)).seconds).toBe(10)
  expect(lengthOf(fileOf(mp4(false), 1250)).seconds).toBe(10)
  expect(mostSeconds(wav(24_000, 3))).toBeCloseTo(144, 0)
  expect(mostSeconds({ head: latin('?'), bytes: 1250 })).toBe(10)
  const lying = wavOf(Buffer.alloc(0), 0x7fff_ffff)
  expect(lengthOf({ head: lying, bytes: 44 + 15_360_000 }).seconds).toBe(10)
})
