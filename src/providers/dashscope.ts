import { COMPATIBLE, type Descriptor, HYBRIDS } from './provider.ts'

/** Alibaba Bailian: base URLs and protocols of its public API. */
export const dashscope: Descriptor = {
  id: 'dashscope',
  name: { zh: '阿里云百炼', en: 'Alibaba Bailian' },
  website: 'https://bailian.console.aliyun.com',
  keysUrl: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
      capabilities: ['chat', 'responses', 'embeddings', 'files', 'batches'],
      quirks: {
        ...COMPATIBLE,
        thinking: 'enable-thinking',
        // cloudwego/eino 994, QwenLM/qwen-code 7659.
        forcedTools: [
          [/^qwq|-thinking/, 'never'],
          [/^qwen(?:3(?:\.\d+)?-max|(?:3\.\d+)?-(?:plus|flash|turbo))/, 'unthinking'],
          [HYBRIDS, 'unthinking'],
        ],
      },
    },
    {
      dialect: 'anthropic',
      baseUrl: 'https://dashscope.aliyuncs.com/apps/anthropic',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  // Its limit on tokens a minute, which each model has its own of (help.aliyun.com/en/model-studio/rate-limit); who has not paid is told so.
  words: { insufficient_quota: 'limited' },
  // Documents of Qwen-Long (help.aliyun.com/en/model-studio/long-context-qwen-long).
  namesFilesBy: 'fileid://',
  customBase: false,
  allowPrivate: false,
}
