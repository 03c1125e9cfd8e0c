// Runs before the first paint so that no page flashes in the wrong theme; see src/lib/theme.ts.
try {
  const chosen = localStorage.getItem('ym.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
