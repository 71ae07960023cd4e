/** Parses bodies, queries and ids for the handlers of the gateway's own endpoints, typed by the contract. */
import { type Contract, gatewayEndpoints, type ParsedBodyOf, type ParsedQueryOf } from '#contract/index.ts'
import type { GatewayContext } from './context.ts'
import { parseBody, parseParams, parseQuery } from './parse.ts'

export type GatewayEndpointName = keyof typeof gatewayEndpoints
export type Handler = (c: GatewayContext) => Promise<Response>

export const parseJsonBody = async <Name extends GatewayEndpointName>(c: GatewayContext, name: Name) =>
  (await parseBody(gatewayEndpoints[name], c.req.raw)) as ParsedBodyOf<Contract[Name]>

export const parseQueryOf = <Name extends GatewayEndpointName>(c: GatewayContext, name: Name) =>
  parseQuery(gatewayEndpoints[name], new URL(c.req.url).searchParams) as ParsedQueryOf<Contract[Name]>

/** Parses an id in the path. @throws Refusal 404 when it is not an id */
export const parseId = (c: GatewayContext, name: string): string => parseParams(c.req.param())[name] ?? ''
