export const shell = {
  skip: '跳到正文',
  more: '更多',
  nav: { main: '主导航', bottom: '底部导航' },
  group: { overview: '概览', access: '接入', resources: '资源', account: '账户', system: '系统' },
  scope: { label: '切换空间', user: '个人空间', admin: '管理后台' },
  account: {
    open: '账户菜单',
    unknown: '未知用户',
    admin: '管理员',
    user: '普通用户',
    sign_out: '退出登录',
  },
  banner: {
    offline: '网络连接已断开，数据可能不是最新',
    me_failed: '暂时无法获取账户信息，正在重试',
    me_lost: '暂时无法获取账户信息',
    try: '第 {{n}} 次，共 {{of}} 次',
    retry: '重试',
    version: '有新版本',
    reload: '刷新',
  },
  first: { title: '设置新密码', why: '你正在使用一次性密码。设置自己的密码后即可开始使用。' },
} as const
