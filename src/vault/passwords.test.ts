import { expect, test } from 'vitest'
import { createPasswords, oneTimePassword, PasswordsBusy, STRONG, weakness } from './passwords.ts'

const cheap = { memoryKib: 64, passes: 1, atOnce: 2, waiting: 3 }
const passwords = createPasswords(cheap)

test('a password fits its own hash and no other does', async () => {
  const phc = await passwords.hash('correct horse')
  expect(await passwords.verify('correct horse', phc)).toBe(true)
  expect(await passwords.verify('correct horsf', phc)).toBe(false)
  expect(await passwords.verify('', phc)).toBe(false)
})

test('every hash has its own salt and names its cost', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
})

test('a hash made at another cost is still checked', async () => {
  const phc = await createPasswords({ ...cheap, memoryKib: 128, passes: 2 }).hash('correct horse')
  expect(await passwords.verify('correct horse', phc)).toBe(true)
})

test('letters composed in another way are the same password', async () => {
  const phc = await passwords.hash('caf\u00e9 noir 1')
  expect(await passwords.verify('cafe\u0301 noir 1', phc)).toBe(true)
})

test('for a user who does not exist the answer is no, after the work of one hash', async () => {
  expect(await passwords.verify('correct horse', null)).toBe(false)
})

test('a hash of an unknown form is a fault, not a wrong password', async () => {
  await expect(passwords.verify('correct horse', 'plain')).rejects.toThrow('unknown form')
})

test('past the queue callers are refused at once, and those in it are all served', async () => {
  const asked = Array.from({ length: 9 }, () => passwords.hash('correct horse'))
  const ends = await Promise.allSettled(asked)
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(ends.length - refused.length).toBe(cheap.atOnce + cheap.waiting)
  for (const end of refused) expect(end.reason).toBeInstanceOf(PasswordsBusy)
  expect(await passwords.hash('correct horse')).toContain('$argon2id$')
})

test('whoever waits comes in their turn', async () => {
  const one = createPasswords({ ...cheap, atOnce: 1 })
  const done: number[] = []
  await Promise.all([1, 2, 3].map((n) => one.hash('correct horse').then(() => done.push(n))))
  expect(done).toEqual([1, 2, 3])
})

test('real passwords cost 46 MiB and one pass', async () => {
  expect(await createPasswords(STRONG).hash('correct horse')).toContain('$m=47104,t=1,p=1$')
})

test('a one-time password holds no sign that a spreadsheet would take for a formula', () => {
  const made = Array.from({ length: 1000 }, () => oneTimePassword())
  expect(made.filter((password) => !/^[0-9A-Za-z]{20}$/.test(password))).toEqual([])
  expect(new Set(made).size).toBe(made.length)
})

test('short and common passwords are weak, others are not', () => {
  expect(weakness('a1b2c3d', 8)).toBe('short')
  expect(weakness('密码密码密码', 8)).toBe('short')
  for (const text of ['password', 'PassWord1', '12345678', 'qwertyuiop', 'woaini1314', 'aaaaaaaaaa', 'xkqxkqxkq']) {
    expect(weakness(text, 8), text).toBe('common')
  }
  for (const text of ['correct horse', 'tr0ub4dor&3', '玉门关外春风不度', 'xkqzxkqz'])
    expect(weakness(text, 8), text).toBeNull()
})
