/** Reads the configuration from the environment, once, and reports all mistakes in one message. */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { idPattern, plans } from '#contract/index.ts'
import { parseOutcomes } from './carrier/outcome.ts'
import { parseWorkspaces } from './installation.ts'
import type { ServiceOptions } from './start.ts'

/** Checks for a whole number in this range. Its message, like all below, is printed after the variable's name. */
const wholeNumber = (from: number, to: number) => {
  const message = `must be a whole number from ${from} to ${to}.`
  return z.string().check(z.refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, message))
}
const Environment = z.object({
  PORT: z._default(wholeNumber(0, 65_535), '4401'),
  HOST: z._default(z.string(), '127.0.0.1'),
  SERVICE_API_KEY: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 characters without spaces.')),
  ),
  SERVICE_WORKSPACE_ID: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => parseWorkspaces(text).every(({ id }) => idPattern.test(id)),
          'must be an ID, or several as id=Name,id=Name. An ID has letters, digits, hyphens and underscores.',
        ),
      ),
  ),
  SERVICE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 characters without spaces.')),
  ),
  SERVICE_CONCURRENT_CALLS: z.optional(wholeNumber(1, 100_000)),
  DATA_DIR: z._default(z.string(), '.switchboard'),
  EMBEDDED_PLAN: z._default(z.enum(['enterprise', 'developer'], 'must be enterprise or developer.'), 'enterprise'),
  EMBEDDED_SPEED: z._default(
    z
      .string()
      .check(
        z.refine((text) => Number(text) >= 0.01 && Number(text) <= 10_000, 'must be a number from 0.01 to 10000.'),
      ),
    '1',
  ),
  EMBEDDED_SEED: z._default(z.string(), 'switchboard'),
  EMBEDDED_WEBHOOK_URL: z.optional(
    z
      .string()
      .check(
        z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address.'),
      ),
  ),
  EMBEDDED_OUTCOMES: z.optional(
    z.pipe(
      z.string(),
      z.transform((text, context) => {
        try {
          parseOutcomes(text)
        } catch (error) {
          context.issues.push({ code: 'custom', input: '', message: (error as Error).message })
        }
        return text
      }),
    ),
  ),
  EMBEDDED_ACTIVITY: z._default(z.enum(['true', 'false', '1', '0'], 'must be true or false.'), 'false'),
  EMBEDDED_SPECIFICATION_ONLY: z._default(z.enum(['true', 'false', '1', '0'], 'must be true or false.'), 'false'),
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** The environment has mistakes. The message lists each one on its own line. */
export class ConfigurationError extends Error {}

/**
 * Reads the environment.
 *
 * @param environment such as process.env; empty values count as absent
 * @throws ConfigurationError naming every mistake
 */
export function readConfiguration(environment: Record<string, string | undefined>): ServiceOptions {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const { success, data, error } = Environment.safeParse(nonEmpty)
  if (!success) {
    const mistakes = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new ConfigurationError(['The configuration is not valid:', ...mistakes].join('\n'))
  }
  const plan = plans[data.EMBEDDED_PLAN]
  const { SERVICE_CONCURRENT_CALLS: concurrentCalls = plan.concurrentCalls } = data
  return {
    dataDir: join(data.DATA_DIR, 'service'),
    host: data.HOST,
    port: Number(data.PORT),
    plan: { ...plan, concurrentCalls: Number(concurrentCalls) },
    speed: Number(data.EMBEDDED_SPEED),
    seed: data.EMBEDDED_SEED,
    specificationOnly: ['true', '1'].includes(data.EMBEDDED_SPECIFICATION_ONLY),
    apiKey: data.SERVICE_API_KEY,
    workspaceId: data.SERVICE_WORKSPACE_ID,
    webhookSecret: data.SERVICE_WEBHOOK_SECRET,
    outcomes: data.EMBEDDED_OUTCOMES,
    activity: ['true', '1'].includes(data.EMBEDDED_ACTIVITY),
    webhookUrl: data.EMBEDDED_WEBHOOK_URL,
  }
}
