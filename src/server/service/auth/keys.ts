/** Authentication: API keys and workspaces (specification 5, interface section 6). Only hashes of keys are stored. */
import { createHash } from 'node:crypto'
import { headers } from '#contract/index.ts'
import { apiError } from '../shared/errors.ts'
import type { Database } from '../store/database.ts'

/** The stored form of a key: its SHA-256, hex. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

/** The organization of the installation's own key, and another one for tests of the separation between organizations. */
export const organisations = { main: 'main', elsewhere: 'elsewhere' } as const

export interface Workspace {
  id: string
  name: string
}

/** Suffixes that turn the installation's key into further keys for testing, with the meaning of each. */
export const derivedKeys = {
  '.second': { means: 'Same organization and workspaces; shares the request budget.' },
  '.no-workspace': { means: 'Same organization, but no workspace: 403 for conversations and active calls.' },
  '.elsewhere': { means: 'Another organization without any data, with a request budget of its own.' },
} as const

/** Replaces the stored keys by the installation's own and those derived from it. Keys created at run time stay. */
export async function installKeys(
  database: Database,
  { apiKey, workspaces }: { apiKey: string; workspaces: readonly Workspace[] },
  now: number,
): Promise<void> {
  const { main, elsewhere } = organisations
  const ownWorkspaces = workspaces.map(({ id }) => id)
  const derivedAccess: Record<keyof typeof derivedKeys, AuthenticatedKey> = {
    '.second': { organisation: main, workspaces: ownWorkspaces },
    '.no-workspace': { organisation: main, workspaces: [] },
    '.elsewhere': { organisation: elsewhere, workspaces: [elsewhere].filter((id) => !ownWorkspaces.includes(id)) },
  }
  const keys = Object.entries({ '': { organisation: main, workspaces: ownWorkspaces }, ...derivedAccess })
  await database.transaction().execute(async (db) => {
    const existing = await db.selectFrom('api_key').selectAll().where('hash', '=', hashKey(apiKey)).executeTakeFirst()
    const rows = keys.map(([suffix, { organisation, workspaces }]) => ({
      hash: hashKey(apiKey + suffix),
      organisation,
      workspaces: JSON.stringify(workspaces),
      created_at: existing?.created_at ?? now,
    }))
    await db.deleteFrom('api_key').where('id', 'is', null).execute()
    await db.insertInto('api_key').values(rows).execute()
    await db
      .updateTable('api_key')
      .set({ workspaces: JSON.stringify(ownWorkspaces) })
      .where('id', 'is not', null)
      .execute()
    for (const { id, name } of workspaces) {
      await db
        .insertInto('workspace')
        .values({ id, name, organisation: main })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
        .execute()
    }
  })
}

export interface AuthenticatedKey {
  organisation: string
  workspaces: readonly string[]
}

/**
 * Authenticates a request.
 *
 * @param key the value of x-api-key
 * @throws ApiError 401 if the key is missing or unknown
 */
export async function authenticateKey(database: Database, key: string | undefined): Promise<AuthenticatedKey> {
  if (key === undefined || key === '') {
    throw apiError(401, 'unauthorized', `The header ${headers.apiKey} is missing.`)
  }
  const row = await database.selectFrom('api_key').selectAll().where('hash', '=', hashKey(key)).executeTakeFirst()
  if (row === undefined) throw apiError(401, 'unauthorized', 'This API key is unknown.')
  return { organisation: row.organisation, workspaces: JSON.parse(row.workspaces) as string[] }
}

/**
 * Resolves the workspace of a request. If the endpoint does not need the header, it may still choose among the key's workspaces.
 *
 * @param requested the value of x-workspace-id
 * @param required whether the endpoint needs the header
 * @throws ApiError 400 `workspace_required` if the header is missing, 403 if the key may not use the workspace
 */
export function resolveWorkspace(key: AuthenticatedKey, requested: string | undefined, required: boolean): string {
  if (!required)
    return key.workspaces.find((workspace) => workspace === requested) ?? key.workspaces[0] ?? key.organisation
  if (requested === undefined || requested === '') {
    throw apiError(400, 'workspace_required', `The header ${headers.workspace} is missing. This endpoint needs it.`)
  }
  if (!key.workspaces.includes(requested)) {
    throw apiError(403, 'forbidden', 'This API key may not use this workspace.')
  }
  return requested
}
