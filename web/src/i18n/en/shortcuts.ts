import type { English } from '../dictionary.ts'
import type { shortcuts as zh } from '../zh-CN/shortcuts.ts'

export const shortcuts: English<typeof zh> = {
  title: 'Shortcuts',
  close_help: 'Close',
  off: 'Single-key shortcuts are off. Switch them on in the settings.',
  group: { global: 'Everywhere', go: 'Go to', act: 'Actions', list: 'Lists' },
  name: {
    palette: 'Command palette',
    search: 'Search',
    help: 'Shortcut help',
    sidebar: 'Collapse the sidebar',
    close: 'Close overlay',
    dashboard: 'Dashboard',
    usage: 'Usage',
    keys: 'API keys',
    models: 'Models and providers',
    tutorial: 'Tutorial',
    admin: 'Administration',
    create: 'Create',
    range: 'Time range',
    refresh: 'Refresh',
    live: 'Live',
    export: 'Export',
    move: 'Next / previous row',
    open: 'Open',
    select: 'Select',
  },
}
