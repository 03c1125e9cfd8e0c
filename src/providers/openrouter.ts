import type { Descriptor } from './provider.ts'

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
        thinking: 'reasoning-object',
        efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
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
