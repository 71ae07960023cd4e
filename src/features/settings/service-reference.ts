import type { Session } from '#contract/index.ts'

/**
 * The address of the API reference that a simulation serves. It is on the simulation's own port, so only a browser on the same machine
 * can open it.
 *
 * @param host the host name under which this page was opened
 * @returns null if this browser cannot open it
 */
export function apiReferenceUrl(mode: Session['mode'], address: string, host: string): string | null {
  const isLocal = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/
  const reference = URL.parse('/reference', address)
  return mode === 'simulation' && reference !== null && isLocal.test(host) && isLocal.test(reference.hostname)
    ? reference.href
    : null
}
