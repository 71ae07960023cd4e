/** Which paths are the API's. */

/** Everything under these belongs to an endpoint of the contract, or to nothing. */
const apiPrefixes = ['/api/', '/v1/api/', '/v2/', '/gateway/', '/webhooks/', '/healthz', '/readyz', '/metrics']

export const isApi = (path: string): boolean => apiPrefixes.some((prefix) => path.startsWith(prefix))
