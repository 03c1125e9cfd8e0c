export const password = {
  show: '显示',
  hide: '隐藏',
  caps: '大写锁定已开启',
  current: '当前密码',
  next: '新密码',
  again: '确认新密码',
  rule: '至少 {{least}} 个字符',
  short: '密码太短：至少 {{least}} 个字符',
  differs: '两次输入的密码不一致',
  submit: '修改密码',
  changed: '密码已修改',
  failed: '修改失败，请稍后重试',
} as const
