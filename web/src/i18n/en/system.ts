import type { English } from '../dictionary.ts'
import type { system as zh } from '../zh-CN/system.ts'

export const system: English<typeof zh> = {
  lost: {
    title: 'Page not found',
    text: 'The link may no longer be valid',
    search: 'The link may no longer be valid; you can also search for where you want to go',
    palette: 'Search or jump',
    home: 'Back to home',
  },
}
