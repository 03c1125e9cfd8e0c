import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './runtime.mjs'

test('what is typed behind `npm run yumen --` starts no gateway, and is answered before the environment is looked at', () => {
  const options = { cwd: root, env: { ...process.env, PORT: 'eighty' }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', 'yumen', '--demo'], options)
  expect(stderr).toMatch(/无法识别 {2}Unknown: --demo\n.*There are: backup <file>, restore <file>/)
  expect(status).toBe(1)
}, 60_000)
