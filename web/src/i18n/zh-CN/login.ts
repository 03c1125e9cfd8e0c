export const login = {
  title: '登录 Yumen',
  lead: '使用管理员为你开通的账号',
  back: '登录后将返回：',
  email: '邮箱',
  password: '密码',
  forgot: '忘记密码？请联系管理员',
  submit: '登录',
  submitting: '登录中…',
  code: {
    lead: '{{email}} 已开启两步验证',
    back: '使用其他账号登录',
    empty: '请输入验证码',
    wrong: '验证码不正确或已使用过，请重新输入',
    many: '尝试次数过多，请稍后重试',
  },
  health: { ok: '服务正常', down: '服务不可用', unknown: '正在检查服务' },
  error: {
    credentials: '邮箱或密码错误',
    email: '请输入有效的邮箱地址',
    server: '服务器错误，请稍后重试',
    other: '登录失败，请检查网络连接',
  },
} as const
