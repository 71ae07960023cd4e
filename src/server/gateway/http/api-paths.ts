/** Distinguishes the API's paths from the dashboard's pages. */

/** Paths with these prefixes are endpoints of the contract or not found. */
const apiPrefixes = ['/api/', '/v1/api/', '/v2/', '/gateway/', '/webhooks/', '/healthz', '/readyz', '/metrics']

export const isApi = (path: string): boolean => apiPrefixes.some((prefix) => path.startsWith(prefix))

/** Prefixes of paths for other programs, which have no operator's session. */
const openPrefixes = ['/webhooks/', '/healthz', '/readyz', '/metrics']

/** Whether a path needs no session, so that it works without the database. */
export const isOpenToAll = (path: string): boolean => openPrefixes.some((prefix) => path.startsWith(prefix))
