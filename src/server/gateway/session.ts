/** Who is signed in and what this gateway is connected to; signing in, switching, leaving (design: Operators). */
import type { Operator, Session } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import { type Configuration, isLoopback, type Workspace } from './configuration.ts'
import type { GatewayContext } from './context.ts'
import type { Extensions } from './extensions.ts'
import type { Log } from './log.ts'
import type { Operators } from './operators.ts'
import { readyOperators } from './ready-operators.ts'
import { refusal } from './refusals.ts'
import type { ServiceState } from './service-state.ts'
import type { SignInLimits } from './sign-in-limits.ts'

interface SessionParts {
  configuration: Configuration
  /** The service's address, for people. */
  address: URL
  workspaces: Workspace[]
  operators: Operators
  state: ServiceState
  extensions: Extensions
  limits: SignInLimits
  clock: Clock
  log: Log
  /** Asks the service something cheap. */
  probe: () => Promise<unknown>
}

const cookieOf = (c: GatewayContext): string => c.req.header('cookie') ?? ''
const keep = (c: GatewayContext, cookies: string[]) => {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(parts: SessionParts) {
  const { configuration, operators, state, extensions, limits } = parts
  const onThisMachine = isLoopback(configuration.host) && isLoopback(parts.address.hostname)

  /** No wall only where nothing is real and nobody else can come in; the service's own answers must have said so. */
  const wall = () => !(onThisMachine && state.mode === 'simulation')

  const show = (operator: Operator | null): Session => ({
    operator,
    switchable: wall() ? [] : [...readyOperators],
    mode: state.mode,
    // Who has not come in is told that it is there, and no more.
    service: { address: operator ? parts.address.origin : '', state: state.state, since: state.since },
    workspaces: operator ? parts.workspaces : [],
    plan: {
      requestsPerMinute: configuration.rate.perMinute,
      concurrentCalls: configuration.concurrentCalls,
    },
    extensions: operator ? extensions.summary() : {},
    now: parts.clock.now(),
  })

  const ready = (id: string): Operator => {
    const operator = readyOperators.find((one) => one.id === id)
    if (wall() || !operator)
      throw refusal({
        status: 403,
        code: 'not_a_simulation',
        message: 'Switching operators is only possible in a simulation on this machine.',
      })
    return operator
  }

  return {
    wall,

    /** Who asks; null: nobody. What is not a read counts as a deed. */
    async operatorOf(c: GatewayContext): Promise<Operator | null> {
      const operator = await operators.of(cookieOf(c), wall())
      if (operator && c.req.method !== 'GET') {
        await operators.touch(cookieOf(c)).catch((error: unknown) => {
          // With a full disk people go on reading and cancelling.
          parts.log.error({ error: String(error) }, 'a session could not be kept alive')
        })
      }
      return operator
    },

    async show(c: GatewayContext): Promise<Session> {
      const operator = c.get('operator')
      const first = readyOperators[0]
      if (state.state !== 'up') void parts.probe()
      if (operator) void extensions.discover(parts.workspaces[0]?.id ?? '').catch(() => {})
      if (operator || wall() || !first) return show(operator)
      keep(c, await operators.becomeReady(first.id, cookieOf(c)))
      return show(first)
    },

    async switchTo(c: GatewayContext, operatorId: string): Promise<Session> {
      const operator = ready(operatorId)
      keep(c, await operators.becomeReady(operator.id, cookieOf(c)))
      return show(operator)
    },

    async signIn(c: GatewayContext, { email, password }: { email: string; password: string }): Promise<Session> {
      const address = c.env?.incoming?.socket.remoteAddress ?? ''
      limits.check(email, address)
      let cookies: string[]
      try {
        cookies = await operators.signIn(email, password, cookieOf(c))
      } catch (error) {
        limits.failed(email, address)
        throw error
      }
      limits.succeeded(email)
      keep(c, cookies)
      return show(await operators.of(cookies.map((one) => one.split(';')[0]).join('; '), wall()))
    },

    async signOut(c: GatewayContext): Promise<Session> {
      await operators.leave(cookieOf(c))
      return show(null)
    },

    async linkUse(
      c: GatewayContext,
      { token, ...operator }: { token: string; name: string; email: string; password: string },
    ): Promise<Session> {
      const cookies = await operators.useLink(token, operator, cookieOf(c))
      keep(c, cookies)
      return show(await operators.of(cookies.map((one) => one.split(';')[0]).join('; '), wall()))
    },
  }
}
