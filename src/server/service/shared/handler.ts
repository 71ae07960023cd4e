/** The types of an endpoint's handler: its request and its answer. */
import type {
  ParamsOf,
  ParsedBodyOf,
  ParsedQueryOf,
  ParsedUploadOf,
  ResponseOf,
  ServiceEndpointName,
  ServiceEndpoints,
} from '#contract/index.ts'
import type { Caller } from './context.ts'

/** A request once it was parsed by the contract. */
export interface Asked<Name extends ServiceEndpointName> {
  params: ParamsOf<ServiceEndpoints[Name]>
  query: ParsedQueryOf<ServiceEndpoints[Name]>
  body: ParsedBodyOf<ServiceEndpoints[Name]>
  upload: ParsedUploadOf<ServiceEndpoints[Name]>
  /** The bytes of an upload's file; empty where the endpoint takes none. */
  file: Uint8Array
  caller: Caller
}

/** The answer in the contract's spelling, or a whole Response where the endpoint answers with a file. */
type Answer<Name extends ServiceEndpointName> =
  ResponseOf<ServiceEndpoints[Name]> extends undefined ? Response : ResponseOf<ServiceEndpoints[Name]>

/** Handlers by the name of their endpoint: of some endpoints, or of all. */
export type Handlers<Name extends ServiceEndpointName = ServiceEndpointName> = {
  [K in Name]: (asked: Asked<K>) => Promise<Answer<K>>
}
