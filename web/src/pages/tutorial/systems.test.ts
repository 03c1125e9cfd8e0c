import { expect, test } from 'vitest'
import { homePath, setVariable, systemOf } from './systems.ts'

test('Windows is met in PowerShell, everything else in a POSIX shell', () => {
  expect(systemOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('powershell')
  expect(systemOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('unix')
})

test('a path of the home folder is written as the system writes it', () => {
  expect(homePath('wsl', '~/.codex/config.toml')).toBe('~/.codex/config.toml')
  expect(homePath('cmd', '~/.codex/config.toml')).toBe(String.raw`%USERPROFILE%\.codex\config.toml`)
  expect(homePath('powershell', '~/.codex/config.toml')).toBe(String.raw`$HOME\.codex\config.toml`)
})

test('no value breaks out of the command that sets it', () => {
  expect(setVariable('unix', 'K', "a'b")).toBe(String.raw`export K='a'\''b'`)
  expect(setVariable('powershell', 'K', "a'b")).toContain("'a''b'")
  expect(setVariable('cmd', 'K', 'sk-ym-1')).toBe('setx K "sk-ym-1"\nset "K=sk-ym-1"')
})
