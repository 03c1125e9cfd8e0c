export const system = {
  lost: { title: '页面不存在', text: '链接可能已失效', home: '返回首页' },
} as const
