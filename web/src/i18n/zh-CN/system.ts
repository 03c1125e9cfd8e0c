export const system = {
  lost: { title: '页面不存在', text: '链接可能已失效', home: '返回首页' },
  later: {
    title: '此页面将在后续版本提供',
    text: '你可以先使用已有的页面',
    dashboard: '打开仪表盘',
    usage: '打开使用统计',
  },
} as const
