import type { Profiler } from 'node:inspector'
import { expect, test } from 'vitest'
import { stacksOf } from './stacks.ts'
import { svgOf } from './svg.ts'

const node = (id: number, functionName: string, url: string, children: number[] = []): Profiler.ProfileNode => ({
  id,
  callFrame: { functionName, scriptId: '1', url, lineNumber: 6, columnNumber: 0 },
  children,
})
const OURS = 'file:///home/somebody/yumen/src/relay/relay.ts'

/** `relay` runs for 30 µs in two of V8's nodes and calls `write` for 50; 1,000 µs are waited, and the sampler takes 300. */
const PROFILE: Profiler.Profile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 4, 6]),
    node(2, 'relay', OURS, [5]),
    node(3, 'relay', OURS),
    node(4, '(idle)', ''),
    node(5, 'write<T>', 'node:net'),
    node(6, 'turn', 'file:///home/somebody/yumen/bench/flames/sampler.ts?into=%2Ftmp'),
  ],
  samples: [2, 4, 5, 3, 6],
  timeDeltas: [10, 1000, 50, 20, 300],
  startTime: 0,
  endTime: 1380,
}

test('samples are put together by who called whom, and what waits is no work', () => {
  const write = { name: 'write<T>', file: 'node:net', us: 50, called: [] }
  const relay = { name: 'relay', file: 'src/relay/relay.ts:7', us: 80, called: [write] }
  expect(stacksOf('main', PROFILE)).toEqual({ name: 'main', file: '', us: 80, called: [relay] })
})

test('a box is as wide as its share, lies on who called it, and tells its name', () => {
  const svg = svgOf('small & simple', [stacksOf('main', PROFILE)])
  expect(svg).toContain('small &amp; simple')
  expect(svg).toMatch(/<title>relay src\/relay\/relay\.ts:7 · 100\.0 %<\/title><rect x="0\.0" y="-34" width="1399\.5"/)
  expect(svg).toMatch(/<title>write&lt;T&gt; node:net · 62\.5 %<\/title><rect x="0\.0" y="-51" width="874\.5"/)
  expect(svg).not.toContain('somebody')
})

test('what was not sampled is drawn as nothing', () => {
  const nothing = { ...PROFILE, samples: [], timeDeltas: [] }
  expect(svgOf('empty', [stacksOf('main', nothing)])).not.toContain('NaN')
})
