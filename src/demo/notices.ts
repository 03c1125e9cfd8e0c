import type { AnnouncementText } from '../store/announcement-desk.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'

/** What was announced, and when, in milliseconds before the demo began; the window in milliseconds after it. */
type Notice = Pick<AnnouncementText, 'kind' | 'title' | 'body' | 'pinned'> & {
  agoMs: number
  window?: { fromMs: number; toMs: number }
  read?: boolean
}

/** The announcements of the demo, the oldest first. */
export const NOTICES: readonly Notice[] = [
  {
    kind: 'info',
    pinned: false,
    read: true,
    agoMs: 18 * DAY_MS,
    title: { zh: '用量核对说明', en: 'How to check your usage' },
    body: {
      zh: '缓存写入按 5 分钟与 1 小时两档分别列出，每条请求的账单都可以在 **使用统计 → 请求记录** 中查看。',
      en: 'Cache writes are listed by their two lifetimes. The bill of each request is under **Usage → Requests**.',
    },
  },
  {
    kind: 'warning',
    pinned: false,
    read: true,
    agoMs: 11 * DAY_MS,
    title: { zh: 'gpt-5.5 将于 12 月 15 日下线', en: 'gpt-5.5 retires on 15 December' },
    body: {
      zh: '届时请求会返回「模型不存在」。请在此之前改用 `gpt-6-astra`，价格见模型列表。',
      en: 'From then on requests for it are refused. Move to `gpt-6-astra` before; prices are in the list of models.',
    },
  },
  {
    kind: 'info',
    pinned: false,
    read: true,
    agoMs: 3 * DAY_MS,
    title: { zh: '新增模型 kimi-k3 与 glm-5.3', en: 'New models: kimi-k3 and glm-5.3' },
    body: {
      zh: '两款模型均支持工具调用，对所有用户开放：\n\n- `kimi-k3`：长文本与代码\n- `glm-5.3`：日常对话，价格更低',
      en: 'Both can call tools and are open to everybody:\n\n- `kimi-k3`: long texts and code\n- `glm-5.3`: everyday use at a lower price',
    },
  },
  {
    kind: 'maintenance',
    pinned: false,
    agoMs: 2 * DAY_MS,
    window: { fromMs: 35 * HOUR_MS, toMs: 37 * HOUR_MS },
    title: { zh: '数据库升级', en: 'Database upgrade' },
    body: {
      zh: '其中约 2 分钟请求会返回 503，多数客户端会自动重试。',
      en: 'For about two minutes requests are answered with 503; most clients try again by themselves.',
    },
  },
  {
    kind: 'warning',
    pinned: false,
    agoMs: DAY_MS + 3 * HOUR_MS,
    title: { zh: 'deepseek-v4-pro 晚高峰首字延迟升高', en: 'deepseek-v4-pro is slower in the evening' },
    body: {
      zh: '19:00 之后首字延迟 P95 约 6.8 s，对延迟敏感的任务可临时改用 `glm-5.3`。',
      en: 'After 19:00 the first token takes up to 6.8 s (P95). Use `glm-5.3` where that matters.',
    },
  },
  {
    kind: 'important',
    pinned: true,
    agoMs: 5 * HOUR_MS,
    title: {
      zh: '请在月底前轮换一年以上未更换的密钥',
      en: 'Rotate keys that are older than a year by the end of the month',
    },
    body: {
      zh: '## 为什么\n\n长期不变的密钥一旦泄露，影响的时间也最长。下月起，一年以上未轮换的密钥将 **自动停用**。\n\n## 你需要做什么\n\n1. 打开 **API 密钥**，选择「轮换」\n2. 旧密钥默认在 24 小时后失效，其间两个密钥都可用\n3. 更新你的工具：\n\n```env\nOPENAI_API_KEY=sk-ym-…  # 新密钥\n```\n\n有疑问请联系 [管理员](mailto:admin@example.com)。',
      en: '## Why\n\nA key that never changes does the most harm once it leaks. From next month on, keys that were not rotated for a year are **disabled**.\n\n## What to do\n\n1. Open **API keys** and choose “Rotate”\n2. The old secret is accepted for 24 more hours\n3. Tell your tools:\n\n```env\nOPENAI_API_KEY=sk-ym-…  # the new one\n```\n\nAsk [an administrator](mailto:admin@example.com) if anything is unclear.',
    },
  },
  {
    kind: 'maintenance',
    pinned: true,
    read: true,
    agoMs: 4 * HOUR_MS,
    window: { fromMs: -3 * HOUR_MS, toMs: -80 * MINUTE_MS },
    title: {
      zh: 'Anthropic 线路维护，请求自动切换',
      en: 'Anthropic line under maintenance, requests switch by themselves',
    },
    body: {
      zh: '维护期间，Claude 系列请求会自动切换到备用线路，**密钥与 Base URL 无需修改**，费用仍按原价计算。',
      en: 'Requests for Claude models go another way meanwhile. **Keys and base URL stay the same**, and so do prices.',
    },
  },
]
