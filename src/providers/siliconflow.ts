import { COMPATIBLE, type Descriptor, HYBRIDS } from './provider.ts'

/** SiliconFlow: base URLs and protocols of its public API. */
export const siliconflow: Descriptor = {
  id: 'siliconflow',
  name: { zh: '硅基流动', en: 'SiliconFlow' },
  website: 'https://siliconflow.cn',
  keysUrl: 'https://cloud.siliconflow.cn/account/ak',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.siliconflow.cn/v1',
      capabilities: ['chat', 'embeddings', 'images', 'audio', 'rerank'],
      quirks: { ...COMPATIBLE, thinking: 'enable-thinking', switchable: HYBRIDS },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.siliconflow.cn', capabilities: ['messages'], auth: 'bearer' },
  ],
  // https://docs.siliconflow.cn/cn/api-reference/userinfo/get-user-info
  balance: {
    path: '/v1/user/info',
    amount: ['data', 'totalBalance'],
    currency: 'CNY',
    hosts: { 'api.siliconflow.com': 'USD' },
  },
  customBase: false,
  allowPrivate: false,
}
