import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Z.ai: base URLs and protocols of its public API. */
export const zai: Descriptor = {
  id: 'zai',
  name: { zh: 'Z.ai（智谱国际）', en: 'Z.ai' },
  website: 'https://z.ai',
  keysUrl: 'https://z.ai/manage-apikey/apikey-list',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.z.ai/api/paas/v4',
      capabilities: ['chat'],
      quirks: {
        ...COMPATIBLE,
        thinking: 'thinking-type',
        efforts: ['low', 'high', 'max'],
        // 400, code 1210, to `disabled` (docs.z.ai, thinking).
        alwaysThinks: /^glm-5\.3/i,
        // 400 `Tool choice must be auto` (vectorize-io/hindsight 4246, onyx-dot-app/onyx 14192).
        forcedTools: [[/^/, 'auto']],
        replayReasoning: true,
        jsonObjectOnly: true,
      },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.z.ai/api/anthropic', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: false,
  allowPrivate: false,
}
