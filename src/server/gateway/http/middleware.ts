/** Sets security headers, checks the host and origin of every request, and limits bodies (reliability R33, R46). */
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import {
  csvLimits,
  doNotCallLimits,
  type EndpointDefinition,
  gatewayEndpoints,
  launchLimits,
  Refusal,
} from '#contract/index.ts'
import { isLoopback } from '../shared/configuration.ts'
import { refusal, requestIncomplete } from '../shared/refusals.ts'
import { isApi } from './api-paths.ts'
import type { Env, GatewayContext } from './context.ts'
import type { Uploads } from './uploads.ts'

const maxJsonBytes = /* guard: request-size */ 1024 * 1024
/** The limit for endpoints that need no session. */
const maxPublicBytes = 16 * 1024
/** The limits for uploads: the file and the other fields. */
const maxUploadBytes = csvLimits.bytes + 64 * 1024
const maxLaunchBytes = launchLimits.bytes + 64 * 1024
const maxImportBytes = doNotCallLimits.bytes + 64 * 1024

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
const apiHeaders = {
  ...commonHeaders,
  'cache-control': 'no-store',
  // guard: answers-are-not-framed
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
/** With an https address, browsers use only https for a year. */
const httpsHeaders = { 'strict-transport-security': 'max-age=31536000' }
/** Allows nothing from other origins, and only those inline scripts whose hashes are given. */
const pageHeaders = (scriptHashes: readonly string[]) => ({
  ...commonHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    // guard: only-own-scripts
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    // guard: page-is-not-framed
    "frame-ancestors 'none'",
  ].join('; '),
})

/**
 * Sets the headers of every answer. Hono's `secureHeaders` changes finished answers, which halves the speed of snapshots.
 */
export function securityHeaders(scriptHashes: readonly string[], publicUrl: URL | null) {
  const httpsOnlyHeaders = /* guard: https-stays-https */ publicUrl?.protocol === 'https:' ? httpsHeaders : {}
  const apiEntries = Object.entries({ ...apiHeaders, ...httpsOnlyHeaders })
  const pageEntries = Object.entries({ ...pageHeaders(scriptHashes), ...httpsOnlyHeaders })
  return createMiddleware<Env>(async (c, next) => {
    for (const [name, value] of isApi(c.req.path) ? apiEntries : pageEntries) c.header(name, value)
    await next()
  })
}

const tooLarge = (message: string) => () =>
  refusal({ status: 413, code: 'too_large', message: `${message} Nothing was sent.` })
const onError = () => {
  throw tooLarge('This request is too large.')()
}
const limitJson = bodyLimit({ maxSize: maxJsonBytes, onError })
const limitPublic = bodyLimit({ maxSize: maxPublicBytes, onError })
const uploadLimits = { maxBytes: maxUploadBytes, tooLarge: tooLarge('Files can have up to 20 MB.') }
const launchLimitsOfUpload = { maxBytes: maxLaunchBytes, tooLarge: tooLarge('Files can have up to 80 MB.') }
const importLimits = { maxBytes: maxImportBytes, tooLarge: tooLarge('Files can have up to 128 MB.') }

/** These endpoints accept the whole file of a launch, even if it is started in parts. */
const launchPaths = new Set<string>([
  gatewayEndpoints.launchStart.path,
  gatewayEndpoints.recipientsCheck.path,
  gatewayEndpoints.approvalAsk.path,
])

function uploadLimitsOf(path: string) {
  if (path === gatewayEndpoints.doNotCallImport.path) return importLimits
  return launchPaths.has(path) ? launchLimitsOfUpload : uploadLimits
}

/**
 * Handles a request whose body is not larger than its endpoint accepts: 1 MB, uploads 20 MB (launches 80 MB, do-not-call lists 128 MB), and
 * without a session 16 KB. Call it after session and role are known, since a body without a length and an upload are read here.
 *
 * @throws Refusal 413, 400 if the connection ends before the body is complete, or 503 if an upload cannot be stored
 */
export async function withLimitedBody(
  c: GatewayContext,
  { roles, upload, path }: EndpointDefinition,
  uploads: Uploads,
  handle: () => Promise<Response>,
): Promise<Response> {
  // guard: signing-in-takes-little
  const isPublic = roles === 'public'
  if (!isPublic && upload && /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? ''))
    return uploads.receive(c.req.raw, uploadLimitsOf(path), (received) => {
      c.set('upload', received)
      return handle()
    })
  const limit = isPublic ? limitPublic : limitJson
  try {
    await limit(c, () => Promise.resolve())
  } catch (error) {
    throw error instanceof Refusal ? error : /* guard: broken-off-request-is-no-fault */ requestIncomplete()
  }
  return handle()
}

/** The host name; '' if the header is not just a name and a port. */
const hostOf = (host: string): string => (/[@/\\?#]/.test(host) ? '' : (URL.parse(`http://${host}`)?.hostname ?? ''))

/** Prevents DNS rebinding: refuses a foreign host name that resolves to this machine. */
export const checkHost = (configuration: { host: string; publicUrl: URL | null }) =>
  createMiddleware<Env>(async (c, next) => {
    const host = hostOf(c.req.header('host') ?? '')
    const isServed = isLoopback(host) || host === configuration.host || host === configuration.publicUrl?.hostname
    // guard: wrong-host-is-refused
    if (!isServed)
      throw refusal({ status: 421, code: 'wrong_host', message: 'Switchboard does not serve this host name.' })
    await next()
  })

/** The origins of Switchboard's pages for a request to this host. Only a program on this machine opens them beside the public address. */
function ownOriginsOf(host: string, publicUrl: URL | null): string[] {
  if (publicUrl === null) return [`http://${host}`]
  const isOnThisMachine = isLoopback(hostOf(host)) && host !== publicUrl.host
  return isOnThisMachine ? [`http://${host}`, publicUrl.origin] : [publicUrl.origin]
}

/** Webhooks come from the service, not from a page. Their signature is checked instead of the origin. */
const isWebhook = (path: string) => path === gatewayEndpoints.webhookReceive.path

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Accepts changes only from Switchboard's own pages (by Sec-Fetch-Site, or else by the exact origin), and webhooks, which are signed. */
export const requireSameSite = (publicUrl: URL | null) =>
  createMiddleware<Env>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && !isWebhook(c.req.path)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const ownOrigins = ownOriginsOf(c.req.header('host') ?? '', publicUrl)
      const isSameSite =
        site === undefined ? origin !== undefined && ownOrigins.includes(origin) : site === 'same-origin'
      // guard: other-site-is-refused
      if (!isSameSite)
        throw refusal({
          status: 403,
          code: 'cross_site',
          message: 'This request did not come from a page of Switchboard. Nothing was changed.',
        })
    }
    await next()
  })
