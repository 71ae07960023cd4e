/** Names a browser and its system from the User-Agent header. Only these names are stored, never the header. */

/** The first match counts: browsers that also contain another's name come before it. */
const browsers = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['an iPhone', /\biPhone\b/],
  ['an iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
] as const

const find = (table: readonly (readonly [string, RegExp])[], said: string) =>
  table.find(([, pattern]) => pattern.test(said))?.[0]

/**
 * @param said the request's `User-Agent`
 * @returns such as "Firefox on Linux"; '' where neither is known
 */
export function deviceInWords(said: string): string {
  const [browser, system] = [find(browsers, said), find(systems, said)]
  if (!system) return browser ?? ''
  return `${browser ?? 'A browser'} on ${system}`
}
