import { expect, test } from 'vitest'
import { clientOf } from './client.ts'

test.each([
  ['claude-cli/2.1.332 (external, sdk-cli)', 'Claude Code'],
  ['claude-code/2.1.332', 'Claude Code'],
  ['codex_exec/0.171.0 (Debian 12.0.0; x86_64) xterm (codex_exec; 0.171.0)', 'Codex CLI'],
  ['GeminiCLI-tui/0.61.0/gemini-3.8-flash (linux; x64; terminal)', 'Gemini CLI'],
  ['opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14', 'OpenCode'],
  ['QwenCode/0.24.4 (linux; x64)', 'Qwen Code'],
  ['Kilo-Code/7.7.9 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14', 'Kilo Code'],
  ['kimi-code-cli/2.1.0', 'Kimi Code'],
  ['pi/1.6.0 (linux; node/v26.12.1; x64)', 'pi'],
  ['pip/24.0', 'Other'],
  ['ai-sdk/openai-compatible/3.0.37 ai-sdk/provider-utils/5.0.30 runtime/bun/1.3.13', 'AI SDK'],
  ['OpenAI/JS 5.20.1', 'OpenAI SDK'],
  ['ls/JS 5.23.2', 'OpenAI SDK'],
  ['Anthropic/JS 0.94.0', 'Anthropic SDK'],
  ['node-fetch', 'Node.js'],
  [undefined, 'Other'],
])('%s is %s', (agent, client) => {
  expect(clientOf(agent === undefined ? {} : { 'user-agent': agent })).toBe(client)
})

test.each(['OpenAI/JS 5.20.1', 'Anthropic/JS 0.94.0'])('Copilot CLI is told by who began, behind %s', (agent) => {
  expect(clientOf({ 'user-agent': agent, 'x-initiator': 'agent' })).toBe('Copilot CLI')
})

test('who names itself is believed, whatever else it sends', () => {
  expect(clientOf({ 'user-agent': 'opencode/1.18.33', 'x-initiator': 'user' })).toBe('OpenCode')
})
