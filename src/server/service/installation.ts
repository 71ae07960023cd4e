/** The installation's API key, workspace and webhook secret: generated once and stored in a file that only its owner can read. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Workspace } from './auth/keys.ts'
import { newId, type Random } from './shared/random.ts'

const InstallationFile = z.object({
  apiKey: z.optional(z.string()),
  workspaceId: z.optional(z.string()),
  webhookSecret: z.optional(z.string()),
})

/** `installation.json` exists but cannot be read or parsed. The message is shown to the user. */
export class InstallationUnreadable extends Error {}

export interface Installation {
  apiKey: string
  workspaces: Workspace[]
  webhookSecret: string
  /** Which credentials were generated rather than configured. */
  generated: { apiKey: boolean; workspaceId: boolean; webhookSecret: boolean }
}

const randomSecret = (random: Random, prefix: string) => `${prefix}_${newId.record(random)}${newId.record(random)}`

/**
 * Parses the workspaces of the configuration: `id`, or `id=Name,id=Name`. The first is the main workspace.
 */
export const parseWorkspaces = (text: string): Workspace[] =>
  text.split(',').map((entry) => {
    const [id = '', ...name] = entry.split('=')
    return { id: id.trim(), name: name.join('=').trim() || id.trim() }
  })

/**
 * Reads `installation.json`, creating it at the first start. Configured values override stored ones and are not written to it.
 *
 * @throws InstallationUnreadable if the file cannot be read or parsed
 */
export function readInstallation(
  dataDir: string,
  configured: { apiKey?: string | undefined; workspaceId?: string | undefined; webhookSecret?: string | undefined },
  random: Random,
): Installation {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'installation.json')
  const existing = existsSync(file) ? parseFile(file) : {}
  const stored = {
    apiKey: existing.apiKey ?? (configured.apiKey === undefined ? randomSecret(random, 'sk') : undefined),
    workspaceId: existing.workspaceId ?? (configured.workspaceId === undefined ? newId.record(random) : undefined),
    webhookSecret: existing.webhookSecret ?? randomSecret(random, 'whsec'),
  }
  if (JSON.stringify(stored) !== JSON.stringify(existing)) {
    // Write to a temporary file and rename it, so that a crash never leaves a partial file.
    writeFileSync(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  chmodSync(file, 0o600)
  return {
    apiKey: configured.apiKey ?? (stored.apiKey as string),
    workspaces:
      configured.workspaceId === undefined
        ? [{ id: stored.workspaceId as string, name: 'Northfield Home' }]
        : parseWorkspaces(configured.workspaceId),
    webhookSecret: configured.webhookSecret ?? stored.webhookSecret,
    generated: {
      apiKey: configured.apiKey === undefined,
      workspaceId: configured.workspaceId === undefined,
      webhookSecret: configured.webhookSecret === undefined,
    },
  }
}

function parseFile(file: string): z.output<typeof InstallationFile> {
  try {
    return InstallationFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new InstallationUnreadable(
      `${file} cannot be read. Restore it from a backup, or delete it: then a new key, workspace and secret are generated.`,
    )
  }
}
