import { join } from 'node:path'
import { cores, root } from './runtime.mjs'

const V8_USUAL = 4

/** How the gateway is started wherever it is to be as its users have it: what node is given, and what its environment says. */
export const GATEWAY = {
  flags: [
    // Left to itself V8 gives young objects twice as much, which thousands of live streams need more.
    '--max-semi-space-size=16',
    // And it has four helpers on any machine, which on one or two cores compete with the thread that has the streams.
    `--v8-pool-size=${Math.max(1, Math.min(V8_USUAL, cores() - 1))}`,
    // Large bodies lie outside its heap, all of which it would mark anew for each 64 MB of them: several times a second with coding agents.
    '--external-memory-accounted-in-global-limit',
  ],
  main: join(root, 'src', 'main.ts'),
  // Compiled code is kept beside the packages it comes from: a third off the time of every later start.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') },
}
