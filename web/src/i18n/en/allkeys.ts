export const allkeys = { title: '' } as const
