export const health = {
  legend: { ok: '正常', slow: '慢或部分失败', failed: '失败', none: '无数据' },
  tick: {
    fine: '{{time}} · 成功 {{share}}',
    limited: '{{time}} · 成功 {{share}} · 多为限流 429',
    errors: '{{time}} · 成功 {{share}} · 上游错误',
    slow: '{{time}} · 成功 {{share}} · 首字变慢',
    none: '{{time}} · 没有请求',
  },
  strip: '{{name}} 的可用率 {{share}}',
  incident: {
    limited: '上游限流，{{share}} 的请求未成功',
    errors: '上游错误，{{share}} 的请求未成功',
    slow: '首字延迟升高，P50 由 {{usual}} 升至 {{now}}',
    kind: { limited: '限流增多', errors: '上游错误', slow: '首字延迟升高' },
    lasted: '{{time}} {{kind}}，持续 {{span}}',
    stillLasting: '{{time}} {{kind}}，仍在继续',
    lasting: '仍在继续',
    minutes_other: '{{count}} 分钟',
    hours: '{{hours}} 小时',
    hoursMinutes: '{{hours}} 小时 {{minutes}} 分钟',
  },
} as const
