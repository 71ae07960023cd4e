/** Which paths are the API's. */

/** Everything under these belongs to an endpoint of the contract, or to nothing. */
const apiPrefixes = ['/api/', '/v1/api/', '/v2/', '/gateway/', '/webhooks/', '/healthz', '/readyz', '/metrics']

export const isApi = (path: string): boolean => apiPrefixes.some((prefix) => path.startsWith(prefix))

/** Programs ask here, and who they are is no operator's session. */
const openPrefixes = ['/webhooks/', '/healthz', '/readyz', '/metrics']

/** Whether no session is looked up for this path, so that it answers whatever the database does. */
export const isOpenToAll = (path: string): boolean => openPrefixes.some((prefix) => path.startsWith(prefix))
