import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Tencent Hunyuan: base URLs and protocols of its public API. */
export const hunyuan: Descriptor = {
  id: 'hunyuan',
  name: { zh: '腾讯混元', en: 'Tencent Hunyuan' },
  website: 'https://hunyuan.tencent.com',
  keysUrl: 'https://console.cloud.tencent.com/tokenhub',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://tokenhub.tencentmaas.com/v1',
      capabilities: ['chat', 'responses'],
      quirks: { ...COMPATIBLE, thinking: 'thinking-type', efforts: [], replayReasoning: true },
    },
    { dialect: 'anthropic', baseUrl: 'https://tokenhub.tencentmaas.com', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: false,
  allowPrivate: false,
}
