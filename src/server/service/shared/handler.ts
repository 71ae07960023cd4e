/** The types of endpoint handlers. */
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
import type { AnswerWithHeaders } from './pagination.ts'

/** A request parsed by the contract. */
export interface HandlerRequest<Name extends ServiceEndpointName> {
  params: ParamsOf<ServiceEndpoints[Name]>
  query: ParsedQueryOf<ServiceEndpoints[Name]>
  body: ParsedBodyOf<ServiceEndpoints[Name]>
  upload: ParsedUploadOf<ServiceEndpoints[Name]>
  /** The bytes of the uploaded file; empty if the endpoint takes none. */
  file: Uint8Array
  caller: Caller
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** The answer as the contract defines it, or a Response if the endpoint answers with a file. */
type HandlerResult<Name extends ServiceEndpointName> =
  ResponseOf<ServiceEndpoints[Name]> extends undefined
    ? Response
    : ResponseOf<ServiceEndpoints[Name]> | AnswerWithHeaders<ResponseOf<ServiceEndpoints[Name]>>

/** Handlers by endpoint name. */
export type Handlers<Name extends ServiceEndpointName = ServiceEndpointName> = {
  [K in Name]: (request: HandlerRequest<K>) => Promise<HandlerResult<K>>
}
