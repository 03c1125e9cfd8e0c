import { COMPATIBLE, type Descriptor } from './provider.ts'

/** StepFun: base URLs and protocols of its public API. */
export const stepfun: Descriptor = {
  id: 'stepfun',
  name: { zh: '阶跃星辰', en: 'StepFun' },
  website: 'https://www.stepfun.com',
  keysUrl: 'https://platform.stepfun.com/interface-key',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.stepfun.com/v1',
      capabilities: ['chat', 'responses', 'images', 'audio'],
      quirks: { ...COMPATIBLE, efforts: ['low', 'medium', 'high'] },
    },
    // platform.stepfun.com/docs/zh/api-reference/chat/messages-create; the Step Plan has its own path (`/step_plan`).
    { dialect: 'anthropic', baseUrl: 'https://api.stepfun.com', capabilities: ['messages'], auth: 'bearer' },
  ],
  // https://platform.stepfun.com/docs/zh/api-reference/accounts/get
  balance: { path: '/v1/accounts', amount: ['balance'], currency: 'CNY' },
  customBase: false,
  allowPrivate: false,
}
