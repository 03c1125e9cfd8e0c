/** IPv4 mapped into IPv6 is the same address and must meet the same rule. */
export function canonicalIp(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}
