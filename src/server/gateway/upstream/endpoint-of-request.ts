/** Finds the endpoint that a request addresses, with the path parameters. */
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'

export interface AddressedEndpoint {
  name: ServiceEndpointName
  endpoint: EndpointDefinition
  params: Record<string, string>
}

const patterns = (Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][])
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  // Paths without parameters first, so that `/template` is not taken for an ID.
  .toSorted((a, b) => a.endpoint.path.split('{').length - b.endpoint.path.split('{').length)

/** @param path may have a query. @returns undefined for a path that the contract does not have */
export function endpointOfRequest({ method, path }: { method: string; path: string }): AddressedEndpoint | undefined {
  const [plainPath = ''] = path.split('?')
  for (const { name, endpoint, pattern } of patterns) {
    const match = endpoint.method === method ? pattern.exec(plainPath) : null
    if (match !== null) return { name, endpoint, params: { ...match.groups } }
  }
  return undefined
}
