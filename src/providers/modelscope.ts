import { COMPATIBLE, type Descriptor, HYBRIDS } from './provider.ts'

/** ModelScope: base URLs and protocols of its public API. */
export const modelscope: Descriptor = {
  id: 'modelscope',
  name: { zh: '魔搭社区', en: 'ModelScope' },
  website: 'https://www.modelscope.cn',
  keysUrl: 'https://www.modelscope.cn/my/myaccesstoken',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api-inference.modelscope.cn/v1',
      capabilities: ['chat'],
      quirks: { ...COMPATIBLE, thinking: 'enable-thinking', switchable: HYBRIDS },
    },
    {
      dialect: 'anthropic',
      baseUrl: 'https://api-inference.modelscope.cn',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  // As Bailian, which stands behind it, means it: nobody pays here, and it is over in a moment.
  words: { insufficient_quota: 'limited' },
  customBase: false,
  allowPrivate: false,
}
