import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PLAYGROUND_PROTOCOLS } from '../../../../src/core/play.ts'
import { DIALECTS } from './dialects.ts'
import { type Program, PROGRAMS } from './code.ts'

const PROGRAM: Program = {
  origin: 'https://yumen.example',
  model: 'gpt-5.5',
  protocol: 'openai-chat',
  stream: true,
  said: [{ role: 'user', text: `it's "quoted", $HOME and \`ticks\`\nin two lines` }],
  system: '你好',
  temperature: 0.5,
  maxTokens: 100,
}

const written = (id: string, more: Partial<Program> = {}) =>
  PROGRAMS.find((one) => one.id === id)?.write({ ...PROGRAM, ...more }) ?? ''

/** The arguments a shell hands to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; YUMEN_API_KEY=sk-test; ${command}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test.each(PLAYGROUND_PROTOCOLS)('cURL sends what the playground sends in %s, whatever stands in it', (protocol) => {
  const told = argumentsOf(written('curl', { protocol }))
  const body: unknown = JSON.parse(told.at(-1) ?? '')
  expect(body).toMatchObject(DIALECTS[protocol].write(PROGRAM))
  const url = told.find((one) => one.startsWith('https://')) ?? ''
  if (protocol === 'gemini-generate') expect(url).toContain('/v1beta/models/gpt-5.5:streamGenerateContent?alt=sse')
  else expect(body).toMatchObject({ model: 'gpt-5.5', stream: true })
  expect(told.filter((one) => one.includes('sk-test'))).toHaveLength(1)
})

test.each(['python', 'node', 'anthropic', 'google'])(
  '%s takes the key from its environment, and knows the model and the words',
  (id) => {
    for (const stream of [true, false]) {
      const code = written(id, { stream })
      expect(code).toContain('YUMEN_API_KEY')
      expect(code).toContain('"gpt-5.5"')
      expect(code).toContain('你好')
      expect(code).toContain(JSON.stringify(PROGRAM.said[0]?.text))
    }
  },
)

test('what is yes or no in Python is a word of Python', () => {
  const code = written('google', { stream: true })
  expect(code).toContain('    store=False,\n')
  expect(code).toContain('    stream=True,\n')
  expect(code).not.toMatch(/=(?:true|false)/)
})
