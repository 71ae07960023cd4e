/**
 * For tests: a real OpenID provider on a loopback port. Any e-mail address works as a login without a password. Addresses at
 * `unverified.example` are unverified. As a process of its own, this file prints the provider's URL.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const testClient = { clientId: 'switchboard', clientSecret: 'client secret for the Switchboard tests' }

/** @param claimedIssuer the issuer that the provider claims to be, if different from its URL */
export async function startTestProvider(claimedIssuer?: string) {
  let handleRequest: ((...args: Parameters<ReturnType<Provider['callback']>>) => Promise<void>) | null = null
  const server = createServer((request, response) => void handleRequest?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(claimedIssuer ?? issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        // A native client may use a redirect URI with any port of the loopback address.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/gateway/session/provider/return'],
      },
    ],
    cookies: { keys: ['cookie key for the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: !id.endsWith('@unverified.example'),
        name: `${id.split('@')[0]} of the provider`,
      }),
    }),
  })
  handleRequest = provider.callback()
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { issuer, close }
}

if (import.meta.main) process.stdout.write(`${(await startTestProvider()).issuer}\n`)
