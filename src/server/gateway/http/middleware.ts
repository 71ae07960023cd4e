/** What every answer carries, and what every request must: sizes, the right host, the same site (reliability R33, R46). */
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { csvLimits, doNotCallLimits, gatewayEndpoints, launchLimits, Refusal } from '#contract/index.ts'
import { isLoopback } from '../shared/configuration.ts'
import { refusal, requestIncomplete } from '../shared/refusals.ts'
import { isApi } from './api-paths.ts'
import type { Env } from './context.ts'

const jsonBytes = /* guard: request-size */ 1024 * 1024
/** Of what anybody may ask for without having signed in. */
const publicBytes = 16 * 1024
const eventBytes = 256 * 1024
/** The file, and room for the fields beside it. */
const uploadBytes = csvLimits.bytes + 64 * 1024
const launchBytes = launchLimits.bytes + 64 * 1024
const importBytes = doNotCallLimits.bytes + 64 * 1024

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
/** Behind an https address: browsers come back by https only, for a year. */
const httpsHeaders = { 'strict-transport-security': 'max-age=31536000' }
/** Nothing from elsewhere, nothing inline but what the page's own hashes name. */
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
 * The headers of every answer. Ours and not hono's `secureHeaders`: that one changes answers that are made already, which costs
 * half the speed of a snapshot.
 */
export function securityHeaders(inline: { scripts: string[]; styles: string[] }, publicUrl: URL | null) {
  const always = /* guard: https-stays-https */ publicUrl?.protocol === 'https:' ? httpsHeaders : {}
  const ofApi = Object.entries({ ...apiHeaders, ...always })
  const ofPage = Object.entries({ ...pageHeaders(inline), ...always })
  return createMiddleware<Env>(async (c, next) => {
    for (const [name, value] of isApi(c.req.path) ? ofApi : ofPage) c.header(name, value)
    await next()
  })
}

const tooLarge = (message: string) => () => {
  throw refusal({ status: 413, code: 'too_large', message: `${message} Nothing was sent.` })
}
const limitEvent = bodyLimit({ maxSize: eventBytes, onError: tooLarge('This is more than an event needs.') })
const limitJson = bodyLimit({ maxSize: jsonBytes, onError: tooLarge('This is more than Switchboard takes.') })
const limitPublic = bodyLimit({ maxSize: publicBytes, onError: tooLarge('This is larger than a sign-in can be.') })
const limitUpload = bodyLimit({ maxSize: uploadBytes, onError: tooLarge('A file may have at most 20 MB.') })
const limitLaunch = bodyLimit({ maxSize: launchBytes, onError: tooLarge('A file may have at most 80 MB.') })
const limitImport = bodyLimit({ maxSize: importBytes, onError: tooLarge('A file may have at most 128 MB.') })

/** The service's own door: it comes from no page, and its signature stands in for the site. */
const isEvent = (path: string) => path === gatewayEndpoints.webhookReceive.path

/** These take the whole file of a launch, which may be started in parts. */
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

function limitFor(path: string, type: string) {
  if (isEvent(path)) return limitEvent
  // guard: signing-in-takes-little
  if (publicPaths.has(path)) return limitPublic
  if (!/^multipart\/form-data\b/i.test(type)) return limitJson
  if (path === gatewayEndpoints.doNotCallImport.path) return limitImport
  return launchPaths.has(path) ? limitLaunch : limitUpload
}

/** At most 1 MB, or an upload's 20 MB (a launch's 80 MB, a do-not-call list's 128 MB); an event, and what needs no session, far less. */
export const limitSize = createMiddleware<Env>(async (c, next) => {
  let isRead = false
  try {
    return await limitFor(c.req.path, c.req.header('content-type') ?? '')(c, () => {
      isRead = true
      return next()
    })
  } catch (error) {
    // A body without a length is read here: its connection may end first.
    throw isRead || error instanceof Refusal ? error : /* guard: broken-off-request-is-no-fault */ requestIncomplete()
  }
})

/** '' for what is more, or less, than a name and a port. */
const hostOf = (host: string): string => (/[@/\\?#]/.test(host) ? '' : (URL.parse(`http://${host}`)?.hostname ?? ''))

/** A page elsewhere whose name was pointed at this machine does not get in. */
export const checkHost = (configuration: { host: string; publicUrl: URL | null }) =>
  createMiddleware<Env>(async (c, next) => {
    const host = hostOf(c.req.header('host') ?? '')
    const known = isLoopback(host) || host === configuration.host || host === configuration.publicUrl?.hostname
    // guard: wrong-host-is-refused
    if (!known) throw refusal({ status: 421, code: 'wrong_host', message: 'Switchboard is not known by this name.' })
    await next()
  })

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What changes something comes from our own pages only, or is signed by the service: the browser says so, else the exact origin does, else it is refused. */
export const requireSameSite = (publicUrl: URL | null) =>
  createMiddleware<Env>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && !isEvent(c.req.path)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const own = [`http://${c.req.header('host')}`, publicUrl?.origin]
      const same = site === undefined ? origin !== undefined && own.includes(origin) : site === 'same-origin'
      // guard: other-site-is-refused
      if (!same)
        throw refusal({
          status: 403,
          code: 'cross_site',
          message: 'This did not come from a page of Switchboard, so nothing was done.',
        })
    }
    await next()
  })
