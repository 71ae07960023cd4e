/** What an installation is known by: its key, workspace and webhook secret, made once and kept in its folder, for its owner only. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Workspace } from './auth/keys.ts'
import { ids, type Random } from './shared/random.ts'

const Kept = z.object({
  apiKey: z.optional(z.string()),
  workspaceId: z.optional(z.string()),
  webhookSecret: z.optional(z.string()),
})

/** The file is there but is not what it should be. The message is for people. */
export class InstallationUnreadable extends Error {}

export interface Installation {
  apiKey: string
  workspaces: Workspace[]
  webhookSecret: string
  /** Which were made here, not given. */
  own: { apiKey: boolean; workspaceId: boolean; webhookSecret: boolean }
}

const secret = (random: Random, prefix: string) => `${prefix}_${ids.record(random)}${ids.record(random)}`

/**
 * Workspaces as the configuration spells them: `id`, or `id=Name,id=Name`; the first is the main one.
 */
export const workspacesOf = (text: string): Workspace[] =>
  text.split(',').map((part) => {
    const [id = '', ...name] = part.split('=')
    return { id: id.trim(), name: name.join('=').trim() || id.trim() }
  })

/**
 * Reads `installation.json`, making it at the first start. What is given stands above what was made, and is not written down.
 *
 * @throws InstallationUnreadable when the file cannot be read as what it should be
 */
export function readInstallation(
  dataDir: string,
  given: { apiKey?: string | undefined; workspaceId?: string | undefined; webhookSecret?: string | undefined },
  random: Random,
): Installation {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'installation.json')
  const before = existsSync(file) ? parse(file) : {}
  const kept = {
    apiKey: before.apiKey ?? (given.apiKey === undefined ? secret(random, 'sk') : undefined),
    workspaceId: before.workspaceId ?? (given.workspaceId === undefined ? ids.record(random) : undefined),
    webhookSecret: before.webhookSecret ?? secret(random, 'whsec'),
  }
  if (JSON.stringify(kept) !== JSON.stringify(before)) {
    // Written beside and moved, so that a crash leaves the old file or the new one.
    writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  chmodSync(file, 0o600)
  return {
    apiKey: given.apiKey ?? (kept.apiKey as string),
    workspaces:
      given.workspaceId === undefined
        ? [{ id: kept.workspaceId as string, name: 'Northfield Home' }]
        : workspacesOf(given.workspaceId),
    webhookSecret: given.webhookSecret ?? kept.webhookSecret,
    own: {
      apiKey: given.apiKey === undefined,
      workspaceId: given.workspaceId === undefined,
      webhookSecret: given.webhookSecret === undefined,
    },
  }
}

function parse(file: string): z.output<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new InstallationUnreadable(
      `${file} cannot be read. Put it back from a copy, or delete it: then a new key and workspace are made.`,
    )
  }
}
