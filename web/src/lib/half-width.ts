/** A text with the letters and digits that a Chinese input method writes wide (ｍｉ, ４２９) as they are known here; other signs stay, because names have them. */
export const halfWidth = (text: string): string =>
  text.replaceAll(/[０-９Ａ-Ｚａ-ｚ]+/g, (wide) => wide.normalize('NFKC'))
