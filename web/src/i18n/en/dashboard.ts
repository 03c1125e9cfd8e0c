import type { dashboard as zh } from '../zh-CN/dashboard.ts'
import type { English } from '../dictionary.ts'

export const dashboard: English<typeof zh> = {}
