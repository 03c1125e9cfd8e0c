import {
  claudeCodeSettings,
  CODEX_KEY,
  codexConfig,
  FIRST_WORDS,
  GEMINI_SIGN_IN,
  geminiEnv,
} from '../../lib/snippets.ts'
import { CLIENTS } from '../../lib/tutorial/clients.ts'
import { terminal, type Block, type Given, type Guide } from './guide.ts'
import { homePath, isPosix, setVariable, type System } from './systems.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const npm = (name: string): Block => ({ ...terminal(`npm install -g ${name}`), title: 'npm' })

// https://code.claude.com/docs/en/setup
const CLAUDE_INSTALL = {
  unix: 'curl -fsSL https://claude.ai/install.sh | bash',
  wsl: 'curl -fsSL https://claude.ai/install.sh | bash',
  powershell: 'irm https://claude.ai/install.ps1 | iex',
  cmd: 'curl -fsSL https://claude.ai/install.cmd -o install.cmd && install.cmd && del install.cmd',
} as const satisfies Record<System, string>

const claudeCode = (given: Given) => ({
  install: [terminal(CLAUDE_INSTALL[given.system]), npm('@anthropic-ai/claude-code')],
  configure: [
    {
      kind: 'code',
      title: homePath(given.system, '~/.claude/settings.json'),
      language: 'json',
      code: claudeCodeSettings(given),
      file: 'settings.json',
      merge: true,
    },
  ] as const,
  verify: [terminal(FIRST_WORDS['claude-code'](given.hello))],
})

const codex = (given: Given) => ({
  install: [npm('@openai/codex'), ...(isPosix(given.system) ? [brew('--cask codex')] : [])],
  configure: [
    {
      kind: 'code',
      title: homePath(given.system, '~/.codex/config.toml'),
      language: 'toml',
      code: codexConfig(given),
      file: 'config.toml',
      merge: true,
    },
    terminal(setVariable(given.system, CODEX_KEY, given.key)),
  ] as const,
  verify: [terminal(FIRST_WORDS.codex(given.hello))],
})

const geminiCli = (given: Given) => ({
  install: [npm('@google/gemini-cli'), ...(isPosix(given.system) ? [brew('gemini-cli')] : [])],
  configure: [
    {
      kind: 'code',
      title: homePath(given.system, '~/.gemini/.env'),
      language: 'env',
      code: geminiEnv(given),
      file: '.env',
    },
    {
      kind: 'code',
      title: homePath(given.system, '~/.gemini/settings.json'),
      language: 'json',
      code: json({ ...GEMINI_SIGN_IN, model: { name: given.model } }),
      file: 'settings.json',
      merge: true,
    },
  ] as const,
  verify: [terminal(FIRST_WORDS['gemini-cli'](given.hello))],
})

// https://opencode.ai/docs/providers: any service that speaks OpenAI Chat, by an SDK of the AI SDK.
const opencode = (given: Given) => ({
  install: [
    npm('opencode-ai'),
    ...(isPosix(given.system) ? [terminal('curl -fsSL https://opencode.ai/install | bash')] : []),
  ],
  configure: [
    {
      kind: 'code',
      title: homePath(given.system, '~/.config/opencode/opencode.json'),
      language: 'json',
      code: json({
        $schema: 'https://opencode.ai/config.json',
        model: `yumen/${given.model}`,
        provider: {
          yumen: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Yumen',
            options: { baseURL: `${given.origin}/v1`, apiKey: given.key },
            models: { [given.model]: { name: given.model } },
          },
        },
      }),
      file: 'opencode.json',
      merge: true,
    },
  ] as const,
  verify: [terminal(FIRST_WORDS.opencode(given.hello))],
})

/** The variables of Copilot CLI (`copilot help providers`): Claude is asked in Anthropic's words, OpenAI's models over Responses, others in chat. */
const copilotEnv = ({ origin, key, model }: Given): Record<string, string> => ({
  COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
  COPILOT_PROVIDER_API_KEY: key,
  COPILOT_MODEL: model,
  ...(CLIENTS['claude-code'].likes.test(model) && { COPILOT_PROVIDER_TYPE: 'anthropic' }),
  ...(CLIENTS.codex.likes.test(model) && { COPILOT_PROVIDER_WIRE_API: 'responses' }),
})

const copilotCli = (given: Given) => ({
  install: [npm('@github/copilot'), ...(isPosix(given.system) ? [brew('copilot-cli')] : [])],
  configure: [
    terminal(
      Object.entries(copilotEnv(given))
        .map(([name, value]) => setVariable(given.system, name, value))
        .join('\n'),
    ),
  ] as const,
  verify: [terminal(FIRST_WORDS['copilot-cli'](given.hello))],
})

const qwenCode = ({ origin, key, model, hello, system }: Given) => ({
  install: [npm('@qwen-code/qwen-code'), ...(isPosix(system) ? [brew('qwen-code')] : [])],
  configure: [
    {
      kind: 'code',
      title: homePath(system, '~/.qwen/.env'),
      language: 'env',
      code: `OPENAI_BASE_URL=${origin}/v1\nOPENAI_API_KEY=${key}\nOPENAI_MODEL=${model}`,
      file: '.env',
    },
    {
      kind: 'code',
      title: homePath(system, '~/.qwen/settings.json'),
      language: 'json',
      code: json({ security: { auth: { selectedType: 'openai' } }, model: { name: model } }),
      file: 'settings.json',
      merge: true,
    },
  ] as const,
  verify: [terminal(FIRST_WORDS['qwen-code'](hello))],
})

const brew = (name: string): Block => ({ ...terminal(`brew install ${name}`), title: 'Homebrew' })

/** The agents of the terminal. */
export const AGENT_GUIDES: readonly Guide[] = [
  { id: 'claude-code', ...CLIENTS['claude-code'], write: claudeCode },
  { id: 'codex', ...CLIENTS['codex'], write: codex },
  { id: 'gemini-cli', ...CLIENTS['gemini-cli'], write: geminiCli },
  { id: 'opencode', ...CLIENTS['opencode'], write: opencode },
  { id: 'copilot-cli', ...CLIENTS['copilot-cli'], write: copilotCli },
  { id: 'qwen-code', ...CLIENTS['qwen-code'], write: qwenCode },
]
