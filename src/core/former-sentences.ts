import type { ERRORS } from './error-catalogue.ts'

/** A sentence in both languages, as the catalogue had it once. */
type Former = { en: string; zh: string }

/** How the catalogue said things before: rows of requests keep the English sentence they were written with. */
export const FORMER_SENTENCES: Readonly<Partial<Record<keyof typeof ERRORS, readonly Former[]>>> = {
  balance_exhausted: [{ en: 'Your balance or limit is used up.', zh: '余额或额度已用尽。' }],
  gateway_stopped: [{ en: 'The gateway stopped before the answer had ended.', zh: '响应结束之前，网关停止了运行。' }],
  model_not_served: [
    {
      en: 'No provider offers the model `{model}` through this API; try another one.',
      zh: '没有提供商通过此接口提供模型 `{model}`，请换用其他接口。',
    },
  ],
  transcriber_unnamed: [
    {
      en: 'A session that only transcribes begins with a `session.update` that names its model in `session.audio.input.transcription.model`.',
      zh: '仅转写的会话须先发送 `session.update`，并在 `session.audio.input.transcription.model` 中指定模型。',
    },
  ],
  upstream_broke: [{ en: 'The upstream broke off.', zh: '上游连接中断。' }],
  upstream_timeout: [{ en: 'The upstream took too long.', zh: '上游响应超时。' }],
}
