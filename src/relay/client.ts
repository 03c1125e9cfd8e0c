import type { IncomingHttpHeaders } from 'node:http'
import { remembered } from '../core/remembered.ts'

/** What client a `User-Agent` belongs to; the first that matches counts. A closed list keeps the statistics small. */
const CLIENTS: readonly [RegExp, string][] = [
  [/^claude-cli|^claude-code/i, 'Claude Code'],
  [/^codex/i, 'Codex CLI'],
  [/^geminicli|^gemini-cli/i, 'Gemini CLI'],
  [/opencode/i, 'OpenCode'],
  [/^qwencode/i, 'Qwen Code'],
  [/^kilo-code/i, 'Kilo Code'],
  [/^kimi-code/i, 'Kimi Code'],
  [/^pi\//i, 'pi'],
  [/cherry ?studio/i, 'Cherry Studio'],
  [/cc-switch/i, 'CC Switch'],
  [/cline/i, 'Cline'],
  [/cursor/i, 'Cursor'],
  [/^ai-sdk|\bai-sdk\//i, 'AI SDK'],
  // Its name is that of a class, which bundlers shorten: Continue's says `ls/JS 5.23.2`.
  [/^openai\b|^asyncopenai\b|^[\w$]{1,3}\/js /i, 'OpenAI SDK'],
  [/^anthropic\b|^asyncanthropic\b/i, 'Anthropic SDK'],
  [/google-genai|genai/i, 'Google GenAI SDK'],
  [/langchain/i, 'LangChain'],
  [/^curl\//i, 'curl'],
  [/python/i, 'Python'],
  [/^node|undici|axios/i, 'Node.js'],
  [/^yumen-playground/i, 'Playground'],
  [/mozilla/i, 'Browser'],
]

/** Whose `User-Agent` is that of the library they are built with, told by a header that nobody else sends. */
const BUILT_WITH: ReadonlyMap<string, readonly [header: string, client: string]> = new Map([
  ['OpenAI SDK', ['x-initiator', 'Copilot CLI']],
  ['Anthropic SDK', ['x-initiator', 'Copilot CLI']],
])

/** The name of the client that sent a request, by its headers; `Other` when nobody knows it. */
export function clientOf(headers: IncomingHttpHeaders): string {
  const named = known(headers['user-agent'] ?? '')
  const [header, client] = BUILT_WITH.get(named) ?? []
  return header !== undefined && client !== undefined && headers[header] !== undefined ? client : named
}

// Few agents make all requests, and each would be held against every pattern again.
const known = remembered((agent) => CLIENTS.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other')
