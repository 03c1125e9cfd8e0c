import type { English } from '../dictionary.ts'
import type { system as zh } from '../zh-CN/system.ts'

export const system: English<typeof zh> = {
  lost: { title: 'Page not found', text: 'The link may no longer be valid', home: 'Back to the start' },
  later: {
    title: 'This page comes with a later release',
    text: 'Meanwhile, these pages are ready',
    dashboard: 'Open the dashboard',
    usage: 'Open usage',
  },
}
