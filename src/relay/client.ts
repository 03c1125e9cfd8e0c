import { remembered } from '../core/remembered.ts'

/** What client a `User-Agent` belongs to; the first that matches counts. A closed list keeps the statistics small. */
const CLIENTS: readonly [RegExp, string][] = [
  [/^claude-cli|^claude-code/i, 'Claude Code'],
  [/^codex/i, 'Codex CLI'],
  [/^geminicli|^gemini-cli/i, 'Gemini CLI'],
  [/opencode/i, 'OpenCode'],
  [/^qwencode/i, 'Qwen Code'],
  [/cherry ?studio/i, 'Cherry Studio'],
  [/cc-switch/i, 'CC Switch'],
  [/cline/i, 'Cline'],
  [/cursor/i, 'Cursor'],
  [/^ai-sdk|\bai-sdk\//i, 'AI SDK'],
  [/^openai\b|^asyncopenai\b/i, 'OpenAI SDK'],
  [/^anthropic\b|^asyncanthropic\b/i, 'Anthropic SDK'],
  [/google-genai|genai/i, 'Google GenAI SDK'],
  [/langchain/i, 'LangChain'],
  [/^curl\//i, 'curl'],
  [/python/i, 'Python'],
  [/^node|undici|axios/i, 'Node.js'],
  [/^yumen-playground/i, 'Playground'],
  [/mozilla/i, 'Browser'],
]

/** The name of the client that sent a user agent; `Other` when nobody knows it. */
export function clientOf(userAgent = ''): string {
  return known(userAgent)
}

// Few agents make all requests, and each would be held against every pattern again.
const known = remembered((agent) => CLIENTS.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other')
