import { COMPATIBLE, type Descriptor } from './provider.ts'

/** vLLM (self-hosted): the operator fills in where it runs. */
export const vllm: Descriptor = {
  id: 'vllm',
  name: { zh: 'vLLM（自建）', en: 'vLLM (self-hosted)' },
  website: 'https://docs.vllm.ai',
  keysUrl: null,
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'http://127.0.0.1:8000/v1',
      capabilities: ['chat', 'responses', 'completions', 'embeddings', 'rerank'],
      quirks: { ...COMPATIBLE, thinking: 'chat-template' },
    },
    { dialect: 'anthropic', baseUrl: 'http://127.0.0.1:8000', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: true,
  allowPrivate: true,
}
