import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Volcengine Ark: base URLs and protocols of its public API. */
export const volcengine: Descriptor = {
  id: 'volcengine',
  name: { zh: '火山方舟（豆包）', en: 'Volcengine Ark' },
  website: 'https://www.volcengine.com/product/ark',
  keysUrl: 'https://console.volcengine.com/ark/region:ark+cn-beijing/apiKey',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
      capabilities: ['chat', 'responses', 'embeddings', 'images'],
      quirks: {
        ...COMPATIBLE,
        thinking: 'thinking-type',
        // Tried with a key by anomalyco/models.dev 5564 and 5645: `minimal` thinks nothing, and no word is taken beside `disabled`.
        efforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
        replayReasoning: true,
      },
    },
    {
      dialect: 'anthropic',
      baseUrl: 'https://ark.cn-beijing.volces.com/api/compatible',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  customBase: false,
  allowPrivate: false,
}
