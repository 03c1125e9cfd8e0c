export const system = {
  lost: {
    title: '页面不存在',
    text: '链接可能已失效',
    search: '链接可能已失效，也可以直接搜索要去的地方',
    palette: '搜索或跳转',
    home: '返回首页',
  },
} as const
