/** The context of a request in the gateway. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Operator } from '#contract/index.ts'
import type { ReceivedUpload } from './uploads.ts'

interface Variables {
  /** Identifies this request in the log and in a refusal. */
  reference: string
  operator: Operator | null
  /** The path of the matched endpoint in the contract. */
  route: string | undefined
  /** The body, if it is an upload. */
  upload: ReceivedUpload | undefined
}
export type Env = { Variables: Variables; Bindings: Partial<HttpBindings> }
export type GatewayContext = Context<Env>
