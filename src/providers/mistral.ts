import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Mistral AI: base URLs and protocols of its public API. */
export const mistral: Descriptor = {
  id: 'mistral',
  name: { zh: 'Mistral AI', en: 'Mistral AI' },
  website: 'https://mistral.ai',
  keysUrl: 'https://console.mistral.ai/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.mistral.ai/v1',
      capabilities: ['chat', 'embeddings', 'moderations'],
      quirks: {
        ...COMPATIBLE,
        efforts: [],
        // Most do not think (docs.mistral.ai, reasoning; of Zhipu's models anomalyco/models.dev 7334, of others pi-ai 1.6.0).
        effortsOf: [
          [/^(?:magistral-medium-latest|labs-leanstral)/, ['none', 'high']],
          [/^(?:zai-)?glm-5-2/, ['none', 'high', 'max']],
          [/^zai-glm-5-3/, ['low', 'high', 'max']],
          [/^deepseek-v4-1-flash/, ['none', 'low', 'high', 'max']],
          [/^mistral-(?:small-(?:2603|latest)|medium-(?:2604|3[-.]5|latest))/, ['none', 'high']],
          [/^mistral-large-(?:4|latest)/, ['low', 'medium', 'high']],
        ],
        shortToolIds: true,
        cacheKeys: true,
        strictFormats: true,
        seedName: 'random_seed',
      },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
