/** Nothing of a body is read before it is known who sends it, and whether they may. */
import { describe, expect, test } from 'vitest'
import { contract, type EndpointDefinition } from '#contract/index.ts'
import { type openBrowser, origin, startGatewayWithService } from '../testing/testing.ts'

type Gateway = Awaited<ReturnType<typeof startGatewayWithService>>['gateway']
type Browser = ReturnType<typeof openBrowser>

const chunkBytes = 64 * 1024
const changing = Object.values(contract as Record<string, EndpointDefinition>).filter(({ method }) => method !== 'GET')
const pathOf = ({ path }: EndpointDefinition) => path.replace(/\{\w+\}/g, 'x1')

/** Sends a body without a length, which never ends by itself. @returns the answer's status, and how much of the body was read */
async function pour(gateway: Gateway, person: Browser | null, method: string, path: string, type: string) {
  let bytes = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        bytes += chunkBytes
        if (bytes > 256 * 1024 * 1024) return controller.close()
        controller.enqueue(new Uint8Array(chunkBytes))
      },
    },
    { highWaterMark: 0 },
  )
  const cookie = (person?.cookies() ?? []).map((pair) => pair.join('=')).join('; ')
  const request = new Request(origin + path, {
    method,
    headers: { host: new URL(origin).host, origin, cookie, 'content-type': type, 'idempotency-key': 'k' },
    body,
    duplex: 'half',
  })
  return { status: (await gateway.fetch(request)).status, bytes }
}

const types = ['application/json', 'multipart/form-data; boundary=x']

describe('the body of a request', () => {
  test('is not read without a session, and 16 KB where none is needed', {
    tags: ['signing-in-takes-little'],
  }, async () => {
    const { gateway } = await startGatewayWithService(undefined, {
      environment: { SERVICE_WEBHOOK_SECRET: 'secret', PUBLIC_URL: 'https://127.0.0.1' },
    })
    const others = ['/gateway/nothing', '/v2/api/nothing', '/'].map((path) => ({ path, method: 'POST', roles: [] }))
    for (const endpoint of [...changing, ...(others as unknown as EndpointDefinition[])])
      for (const type of types) {
        const { status, bytes } = await pour(gateway, null, endpoint.method, pathOf(endpoint), type)
        const isPublic = endpoint.roles === 'public'
        expect([endpoint.path, isPublic ? status === 413 : [401, 404].includes(status), bytes]).toEqual([
          endpoint.path,
          true,
          isPublic ? chunkBytes : 0,
        ])
      }
  })

  test('is not read from somebody without the role, and as far as its endpoint needs from others', {
    tags: ['request-size'],
  }, async () => {
    const { gateway, browser } = await startGatewayWithService()
    const person = await browser().signInAsDemo('ready-reviewer')
    for (const endpoint of changing)
      for (const type of types) {
        if (endpoint.roles === 'public') continue
        const { status, bytes } = await pour(gateway, person, endpoint.method, pathOf(endpoint), type)
        const isAllowed = endpoint.roles.includes('reviewer')
        // 404: browsers may not use this endpoint of the service under its own path.
        expect([endpoint.path, [isAllowed ? 413 : 403, 404].includes(status)]).toEqual([endpoint.path, true])
        const isUpload = endpoint.upload && type !== 'application/json'
        const most = status === 413 ? (isUpload ? 128 : 1) * 1024 * 1024 + 4 * chunkBytes : 0
        expect([endpoint.path, type, bytes <= most]).toEqual([endpoint.path, type, true])
      }
  })
})
