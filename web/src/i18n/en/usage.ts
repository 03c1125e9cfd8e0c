import type { usage as zh } from '../zh-CN/usage.ts'
import type { English } from '../dictionary.ts'

export const usage: English<typeof zh> = {}
