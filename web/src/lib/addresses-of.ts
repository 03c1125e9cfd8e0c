/** Addresses as they are typed or pasted, parted by white space, commas, semicolons and enumeration commas; none holds a wide sign, so that all may be typed with them. */
export const addressesOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s,;、]+/)
    .filter((entry) => entry !== '')
