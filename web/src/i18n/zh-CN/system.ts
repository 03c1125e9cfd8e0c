export const system = {
  viewing: {
    who: '正在查看 {{name}} 的账户',
    only: '只读：不能修改任何内容，本次查看已记入审计日志',
    leave: '退出查看',
  },
  away: {
    updated: '更新于 {{time}}',
    connect: '立即重连',
    still_offline: '仍然无法连接服务器',
    database: '数据库暂时不可用',
    database_back: '恢复后页面自动继续',
  },
  shut_out: { title: '账户已停用', why: '管理员停用了此账户，所有登录会话均已结束。如需恢复使用，请联系管理员。' },
  lost: {
    title: '页面不存在',
    text: '链接可能已失效',
    search: '链接可能已失效，也可以直接搜索要去的地方',
    palette: '搜索或跳转',
    home: '返回首页',
  },
} as const
