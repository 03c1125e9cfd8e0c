import { COMPATIBLE, type Descriptor, HYBRIDS } from './provider.ts'

/** Baidu Qianfan: base URLs and protocols of its public API. */
export const qianfan: Descriptor = {
  id: 'qianfan',
  name: { zh: '百度千帆', en: 'Baidu Qianfan' },
  website: 'https://cloud.baidu.com/product/qianfan.html',
  keysUrl: 'https://console.bce.baidu.com/qianfan/ais/console/apiKey',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://qianfan.baidubce.com/v2',
      capabilities: ['chat', 'embeddings', 'images', 'rerank'],
      quirks: { ...COMPATIBLE, thinking: 'enable-thinking', switchable: HYBRIDS },
    },
    // cloud.baidu.com/doc/qianfan-docs/s/6mh3e6gjp; a plan has its own path after it (`/coding`), and keys that are good there alone.
    {
      dialect: 'anthropic',
      baseUrl: 'https://qianfan.baidubce.com/anthropic',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  customBase: false,
  allowPrivate: false,
}
