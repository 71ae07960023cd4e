/** Finds the names of a browser and its operating system in the User-Agent header. Only these names are stored, never the header. */

/** The first match wins, since headers also name other browsers: Edge's contains `Chrome`, and Chrome's contains `Safari`. */
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

const findName = (table: readonly (readonly [string, RegExp])[], userAgent: string) =>
  table.find(([, pattern]) => pattern.test(userAgent))?.[0]

/**
 * @param userAgent the request's `User-Agent`
 * @returns for example "Firefox on Linux"; '' if neither the browser nor the system is known
 */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)]
  if (!system) return browser ?? ''
  return `${browser ?? 'A browser'} on ${system}`
}
