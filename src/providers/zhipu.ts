import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Zhipu GLM: base URLs and protocols of its public API. */
export const zhipu: Descriptor = {
  id: 'zhipu',
  name: { zh: '智谱 GLM', en: 'Zhipu GLM' },
  website: 'https://open.bigmodel.cn',
  keysUrl: 'https://open.bigmodel.cn/usercenter/apikeys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
      capabilities: ['chat', 'embeddings', 'images'],
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
    {
      dialect: 'anthropic',
      baseUrl: 'https://open.bigmodel.cn/api/anthropic',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  customBase: false,
  allowPrivate: false,
}
