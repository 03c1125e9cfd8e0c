export const prices = {
  hours: {
    off: '闲时 ×{{factor}}',
    peak: '高峰 ×{{factor}}',
    allDay: '全天',
    and: '、',
    dates_other: '节假日等 {{count}} 天全天',
    pieces: '按次计费的不变',
    none: '不再分时段，各时段同价',
  },
  drawn: '图片输入与图片输出只计上游单独计数的图片，如 OpenAI 图片工具读取与生成的；提示词中的其他图片按输入计费。',
} as const
