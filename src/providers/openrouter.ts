import type { Quirks } from '../protocols/translate/quirks.ts'
import type { Descriptor } from './provider.ts'

/**
 * Models beside OpenAI's own that cannot but think, and of which `none` is a 400 (`Reasoning is mandatory for this endpoint and cannot
 * be disabled`; elie222/rakazo 114, can1357/oh-my-pi 9415; which ones as `@earendil-works/pi-ai` 1.6.0 has them).
 */
const MANDATORY: readonly RegExp[] = [
  /claude-(?:fable|(?:opus|sonnet)-(?:5\.5|latest))/,
  /gemini-(?:2\.5-pro|3-pro|3\.1-pro|3\.[5-9]|[4-9]-|(?:flash|pro)-latest)/,
  /gpt-oss|gpt-(?:astra|sol)-latest/,
  /grok-(?:4\.[5-9]|latest)/,
  /glm-(?:5\.3|(?:flash-)?latest)/,
  /minimax-m(?:2|3\.1)/,
  /kimi-k2(?:-thinking|\.7)/,
  /deepseek-r1/,
  /qwen3.*-thinking|qwen3\.8-(?:2\.4t|max)/,
  /\/(?:muse|step|aion|lfm|fugu|beam|nex-n2\.6|inkling-2)/,
]

/** What it is told of how much to think; a word that a model lacks is the nearest that it has (its reference, "Reasoning Tokens"). */
const WORDS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const satisfies Quirks['efforts']

/** OpenRouter: base URLs and protocols of its public API. */
export const openrouter: Descriptor = {
  id: 'openrouter',
  name: { zh: 'OpenRouter', en: 'OpenRouter' },
  website: 'https://openrouter.ai',
  keysUrl: 'https://openrouter.ai/settings/keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://openrouter.ai/api/v1',
      capabilities: ['chat', 'responses', 'embeddings'],
      quirks: {
        noDeveloperRole: true,
        firstSystem: true,
        thinking: 'reasoning-object',
        efforts: ['none', ...WORDS],
        effortsOf: MANDATORY.map((models) => [models, WORDS] as const),
        replayReasoning: true,
      },
    },
    { dialect: 'anthropic', baseUrl: 'https://openrouter.ai/api', capabilities: ['messages'], auth: 'bearer' },
  ],
  // https://openrouter.ai/docs/api-reference/limits: what is left of the key, null where it has no limit of its own.
  balance: { path: '/api/v1/key', amount: ['data', 'limit_remaining'], currency: 'USD', ofCredential: true },
  customBase: false,
  allowPrivate: false,
}
