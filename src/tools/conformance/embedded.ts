/** For tests and the mutation run: an embedded service without a tight rate limit, and the options of a whole run against it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { type Options, readOptions } from './run/options.ts'

const unlimitedTier = { perMinute: 1_000_000, burst: 1_000_000 }
/** Calls to this number last for minutes (a reserved number of the simulation). */
const numberOfLongCalls = '+12025550105'

/** @param specificationOnly without the optional endpoints */
export async function startEmbeddedService(specificationOnly = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'conformance-'))
  const service = await startService({
    dataDir,
    port: 0,
    plan: {
      ...plans.enterprise,
      concurrentCalls: 10_000,
      tiers: { standard: unlimitedTier, 'data-read': unlimitedTier },
    },
    speed: 60,
    seed: 'conformance',
    specificationOnly,
    webhookUrl: null,
  })
  const headers = { 'x-api-key': service.apiKey, 'x-workspace-id': service.workspaceId }
  const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
  /** The options of a run, by its arguments. */
  const options = (...args: string[]): Options => {
    const access = ['--url', service.url, '--key', service.apiKey, '--workspace', service.workspaceId]
    const parsed = readOptions([...access, '--rate', '100000', ...args], {})
    if (parsed === null) throw new Error('These arguments ask for help.')
    return parsed
  }
  return {
    ...service,
    read,
    options,
    /** A run with everything but the rate limit. */
    wholeRun: () => options('--effects', '--number', numberOfLongCalls, '--foreign-workspace', 'other-workspace'),
    async close() {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type EmbeddedService = Awaited<ReturnType<typeof startEmbeddedService>>
