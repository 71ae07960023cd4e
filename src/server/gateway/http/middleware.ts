/** Sets security headers, and checks the size, host and origin of every request (reliability R33, R46). */
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { csvLimits, doNotCallLimits, gatewayEndpoints, launchLimits, Refusal } from '#contract/index.ts'
import { isLoopback } from '../shared/configuration.ts'
import { refusal, requestIncomplete } from '../shared/refusals.ts'
import { isApi } from './api-paths.ts'
import type { Env } from './context.ts'

const maxJsonBytes = /* guard: request-size */ 1024 * 1024
/** The limit for endpoints that need no session. */
const maxPublicBytes = 16 * 1024
const maxWebhookBytes = 256 * 1024
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
/** Allows nothing from other origins, and only those inline scripts and styles whose hashes are given. */
const pageHeaders = ({ scripts, styles }: { scripts: string[]; styles: string[] }) => ({
  ...commonHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    // guard: only-own-scripts
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
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
export function securityHeaders(inline: { scripts: string[]; styles: string[] }, publicUrl: URL | null) {
  const httpsOnlyHeaders = /* guard: https-stays-https */ publicUrl?.protocol === 'https:' ? httpsHeaders : {}
  const apiEntries = Object.entries({ ...apiHeaders, ...httpsOnlyHeaders })
  const pageEntries = Object.entries({ ...pageHeaders(inline), ...httpsOnlyHeaders })
  return createMiddleware<Env>(async (c, next) => {
    for (const [name, value] of isApi(c.req.path) ? apiEntries : pageEntries) c.header(name, value)
    await next()
  })
}

const refuseTooLarge = (message: string) => () => {
  throw refusal({ status: 413, code: 'too_large', message: `${message} Nothing was sent.` })
}
const limitWebhook = bodyLimit({ maxSize: maxWebhookBytes, onError: refuseTooLarge('This event is too large.') })
const limitJson = bodyLimit({ maxSize: maxJsonBytes, onError: refuseTooLarge('This request is too large.') })
const limitPublic = bodyLimit({
  maxSize: maxPublicBytes,
  onError: refuseTooLarge('This sign-in request is too large.'),
})
const limitUpload = bodyLimit({ maxSize: maxUploadBytes, onError: refuseTooLarge('Files can have up to 20 MB.') })
const limitLaunch = bodyLimit({ maxSize: maxLaunchBytes, onError: refuseTooLarge('Files can have up to 80 MB.') })
const limitImport = bodyLimit({ maxSize: maxImportBytes, onError: refuseTooLarge('Files can have up to 128 MB.') })

/** Webhooks come from the service, not from a page. Their signature is checked instead of the origin. */
const isWebhook = (path: string) => path === gatewayEndpoints.webhookReceive.path

/** These endpoints accept the whole file of a launch, even if it is started in parts. */
const launchPaths = new Set<string>([
  gatewayEndpoints.launchStart.path,
  gatewayEndpoints.recipientsCheck.path,
  gatewayEndpoints.approvalAsk.path,
])

const publicPaths = new Set(
  Object.values(gatewayEndpoints)
    .filter(({ roles }) => roles === 'public')
    .map(({ path }): string => path),
)

function bodyLimitOf(path: string, type: string) {
  if (isWebhook(path)) return limitWebhook
  // guard: signing-in-takes-little
  if (publicPaths.has(path)) return limitPublic
  if (!/^multipart\/form-data\b/i.test(type)) return limitJson
  if (path === gatewayEndpoints.doNotCallImport.path) return limitImport
  return launchPaths.has(path) ? limitLaunch : limitUpload
}

/** Limits bodies to 1 MB, uploads to 20 MB (launches 80 MB, do-not-call lists 128 MB), and webhooks and public endpoints to far less. */
export const limitSize = createMiddleware<Env>(async (c, next) => {
  let isRead = false
  try {
    return await bodyLimitOf(c.req.path, c.req.header('content-type') ?? '')(c, () => {
      isRead = true
      return next()
    })
  } catch (error) {
    // A body without a content length is read here, and its connection may end before it is complete.
    throw isRead || error instanceof Refusal ? error : /* guard: broken-off-request-is-no-fault */ requestIncomplete()
  }
})

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
