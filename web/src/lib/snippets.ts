import { LIBRARY_PROGRAMS } from './library-programs.ts'
import { shellQuote } from './shell-quote.ts'
import { quote, type Values } from './snippet-values.ts'
import { CLIENTS, type Client } from './tutorial/clients.ts'

/** A ready configuration or program for a client. */
export type Snippet = Pick<Client, 'protocol' | 'otherwise' | 'likes'> & {
  id:
    | 'claude-code'
    | 'codex'
    | 'gemini-cli'
    | 'openai-python'
    | 'openai-node'
    | 'anthropic-python'
    | 'anthropic-node'
    | 'google-python'
    | 'google-node'
    | 'curl'
  /** The client's own name, in its official case. */
  client: string
  /** A second word where one client has several: a language. */
  variant?: string
  language: 'json' | 'toml' | 'env' | 'python' | 'ts' | 'sh'
  /** The file it belongs in. */
  file: string
  write: (values: Values) => string
  /** The commands that send a first request once it is in place; absent where it is one itself. */
  run?: (values: Pick<Values, 'key' | 'hello'>) => string
}

/** A greeting as one argument in every shell: CMD knows no single quotes. */
const say = (hello: string): string => `"${hello}"`

/** The command by which each agent of the terminal says something to its model, in every shell alike. */
export const FIRST_WORDS = {
  'claude-code': (hello: string): string => `claude -p ${say(hello)}`,
  codex: (hello: string): string => `codex exec --skip-git-repo-check ${say(hello)}`,
  'gemini-cli': (hello: string): string => `gemini -p ${say(hello)} --skip-trust`,
  opencode: (hello: string): string => `opencode run ${say(hello)}`,
  'copilot-cli': (hello: string): string => `copilot -p ${say(hello)}`,
  'qwen-code': (hello: string): string => `qwen -p ${say(hello)}`,
} as const

/** The variables Claude Code is pointed here by; the address stands without `/v1`. */
export const claudeCodeEnv = ({ origin, key }: Pick<Values, 'origin' | 'key'>) => ({
  ANTHROPIC_BASE_URL: origin,
  ANTHROPIC_AUTH_TOKEN: key,
  ANTHROPIC_API_KEY: '',
  CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
})

/** The settings of Claude Code with a model; what only Anthropic's own models know is kept from others. */
export function claudeCodeSettings({ origin, key, model }: Omit<Values, 'hello'>): string {
  const foreign = { ANTHROPIC_DEFAULT_HAIKU_MODEL: model, CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' }
  const env = {
    ...claudeCodeEnv({ origin, key }),
    ANTHROPIC_MODEL: model,
    ...(!/^(claude|anthropic)/i.test(model) && foreign),
  }
  return JSON.stringify({ env }, null, 2)
}

/** The name of the variable Codex reads the key from. */
export const CODEX_KEY = 'YUMEN_API_KEY'

/** The configuration of Codex; the key does not stand in it. */
export const codexConfig = ({ origin, model }: Pick<Values, 'origin' | 'model'>): string => `model_provider = "yumen"
model = ${quote(model)}

[model_providers.yumen]
name = "Yumen"
base_url = ${quote(`${origin}/v1`)}
wire_api = "responses"
env_key = "${CODEX_KEY}"`

const setCodexKey = ({ key }: Pick<Values, 'key'>): string => `export ${CODEX_KEY}=${shellQuote(key)}`

// `env_key` is the name of a variable, so the key itself stands in the line that sets it, which is for the shell.
const codex = (values: Values): string => `# ${setCodexKey(values)}
${codexConfig(values)}`

/** The setting without which Gemini CLI has no way to sign in and does not start: the address and the key alone are not enough. */
export const GEMINI_SIGN_IN = { security: { auth: { selectedType: 'gemini-api-key' } } } as const

/** The variables of Gemini CLI. */
export const geminiEnv = ({ origin, key, model }: Omit<Values, 'hello'>): string => `GOOGLE_GEMINI_BASE_URL=${origin}
GEMINI_API_KEY=${key}
GEMINI_MODEL=${model}`

const geminiCli = (values: Values): string =>
  `# ~/.gemini/settings.json: ${JSON.stringify(GEMINI_SIGN_IN)}
${geminiEnv(values)}`

const curl = ({ origin, key, model, hello }: Values): string => {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: hello }] })
  return `curl ${shellQuote(`${origin}/v1/chat/completions`)} \\
  -H ${shellQuote(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuote(body)}`
}

function of(id: keyof typeof CLIENTS): Pick<Snippet, 'client' | 'protocol' | 'otherwise' | 'likes'> {
  const { name, protocol, otherwise, likes }: Client = CLIENTS[id]
  return { client: name, protocol, likes, ...(otherwise && { otherwise }) }
}

/** Every client the gateway can serve today, in the order they are offered. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'claude-code',
    ...of('claude-code'),
    language: 'json',
    file: '~/.claude/settings.json',
    write: claudeCodeSettings,
    run: ({ hello }) => FIRST_WORDS['claude-code'](hello),
  },
  {
    id: 'codex',
    ...of('codex'),
    language: 'toml',
    file: '~/.codex/config.toml',
    write: codex,
    run: ({ key, hello }) => `${setCodexKey({ key })}\n${FIRST_WORDS.codex(hello)}`,
  },
  {
    id: 'gemini-cli',
    ...of('gemini-cli'),
    language: 'env',
    file: '~/.gemini/.env',
    write: geminiCli,
    run: ({ hello }) => FIRST_WORDS['gemini-cli'](hello),
  },
  {
    id: 'openai-python',
    ...of('openai-sdk'),
    variant: 'Python',
    language: 'python',
    file: 'chat.py',
    write: LIBRARY_PROGRAMS['openai-python'],
    run: () => 'python chat.py',
  },
  {
    id: 'openai-node',
    ...of('openai-sdk'),
    variant: 'Node',
    language: 'ts',
    file: 'chat.mjs',
    write: LIBRARY_PROGRAMS['openai-node'],
    run: () => 'node chat.mjs',
  },
  {
    id: 'anthropic-python',
    ...of('anthropic-sdk'),
    variant: 'Python',
    language: 'python',
    file: 'message.py',
    write: LIBRARY_PROGRAMS['anthropic-python'],
    run: () => 'python message.py',
  },
  {
    id: 'anthropic-node',
    ...of('anthropic-sdk'),
    variant: 'Node',
    language: 'ts',
    file: 'message.mjs',
    write: LIBRARY_PROGRAMS['anthropic-node'],
    run: () => 'node message.mjs',
  },
  {
    id: 'google-python',
    ...of('google-sdk'),
    variant: 'Python',
    language: 'python',
    file: 'interaction.py',
    write: LIBRARY_PROGRAMS['google-python'],
    run: () => 'python interaction.py',
  },
  {
    id: 'google-node',
    ...of('google-sdk'),
    variant: 'Node',
    language: 'ts',
    file: 'interaction.mjs',
    write: LIBRARY_PROGRAMS['google-node'],
    run: () => 'node interaction.mjs',
  },
  { id: 'curl', ...of('curl'), language: 'sh', file: 'Shell', write: curl },
]

/** The addresses clients are given: what they are called, what stands behind the origin, and what to say of it. */
export const BASE_URLS = [
  { client: 'OpenAI', path: '/v1', note: 'v1' },
  { client: 'Anthropic', path: '', note: 'root' },
  { client: 'Gemini', path: '', note: 'no_v1beta' },
] as const

/** A .env file with the variables the official clients read. */
export function envFile({ origin, key }: Pick<Values, 'origin' | 'key'>): string {
  return [
    `OPENAI_BASE_URL=${origin}/v1`,
    `OPENAI_API_KEY=${key}`,
    `ANTHROPIC_BASE_URL=${origin}`,
    `ANTHROPIC_AUTH_TOKEN=${key}`,
    `GOOGLE_GEMINI_BASE_URL=${origin}`,
    `GEMINI_API_KEY=${key}`,
    '',
  ].join('\n')
}

type Import = { name: string; origin: string; key: string }

/** The agents CC Switch imports keys for: what it calls them, and what stands behind the origin. */
const CC_SWITCH_PATHS = { claude: '', codex: '/v1', gemini: '' } as const
export type CcSwitchApp = keyof typeof CC_SWITCH_PATHS

/** The link that makes CC Switch import a key for an agent. It carries the secret. */
export function ccSwitchLink({ name, origin, key, app = 'claude' }: Import & { app?: CcSwitchApp }): string {
  const query = {
    resource: 'provider',
    app,
    name,
    endpoint: `${origin}${CC_SWITCH_PATHS[app]}`,
    apiKey: key,
    homepage: origin,
    enabled: 'true',
  }
  return `ccswitch://v1/import?${new URLSearchParams(query)}`
}

/** The link that makes Cherry Studio import a key. It carries the secret. */
export function cherryStudioLink({ name, origin, key }: Import): string {
  // Its reader turns ' into " and drops parentheses, so a name must have none.
  const plain = name.replaceAll(/['()]/g, '').trim()
  const bytes = new TextEncoder().encode(
    JSON.stringify({ id: 'yumen', name: plain, type: 'openai', baseUrl: origin, apiKey: key }),
  )
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(data)}`
}
