/** API keys and workspaces: who may ask for what (specification 5, interface 6). Keys are kept as hashes. */
import { createHash } from 'node:crypto'
import { headers } from '#contract/index.ts'
import type { Database } from './database.ts'
import { general } from './refused.ts'

export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** The organization of the installation's own key, and another one, whose agents and calls nobody else sees. */
export const organisations = { main: 'main', elsewhere: 'elsewhere' } as const

export interface Workspace {
  id: string
  name: string
}

/**
 * Makes the given key, those derived from it and those created later the only ones; and the workspaces those of the main
 * organization. Whoever has the main key can try the others by what is put behind it:
 *
 * | Behind it | What it is |
 * |---|---|
 * | .second | the same organization and workspaces: shares the request budget |
 * | .no-workspace | the same organization, but no workspace: 403 on conversations and active calls |
 * | .elsewhere | another organization, with nothing in it and a budget of its own |
 */
export async function installKeys(
  database: Database,
  apiKey: string,
  workspaces: readonly Workspace[],
  now: number,
): Promise<void> {
  const own = JSON.stringify(workspaces.map(({ id }) => id))
  await database.transaction().execute(async (db) => {
    const { main, elsewhere } = organisations
    const keys = [
      { hash: hashOf(apiKey), organisation: main, workspaces: own },
      { hash: hashOf(`${apiKey}.second`), organisation: main, workspaces: own },
      { hash: hashOf(`${apiKey}.no-workspace`), organisation: main, workspaces: '[]' },
      { hash: hashOf(`${apiKey}.elsewhere`), organisation: elsewhere, workspaces: '["elsewhere"]' },
    ]
    const before = await db.selectFrom('api_key').selectAll().where('hash', '=', hashOf(apiKey)).executeTakeFirst()
    await db.deleteFrom('api_key').where('id', 'is', null).execute()
    await db
      .insertInto('api_key')
      .values(keys.map((key) => ({ ...key, id: null, name: null, created_at: before?.created_at ?? now })))
      .execute()
    await db.updateTable('api_key').set({ workspaces: own }).where('id', 'is not', null).execute()
    for (const { id, name } of workspaces) {
      await db
        .insertInto('workspace')
        .values({ id, name, organisation: organisations.main })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
        .execute()
    }
  })
}

interface Key {
  organisation: string
  workspaces: readonly string[]
}

/**
 * Reads the key.
 *
 * @param key the value of x-api-key
 * @throws Refused 401 when it is missing or unknown
 */
export async function readKey(database: Database, key: string | undefined): Promise<Key> {
  if (key === undefined || key === '') {
    throw general(401, 'unauthorized', `The header ${headers.apiKey} is missing.`)
  }
  const row = await database.selectFrom('api_key').selectAll().where('hash', '=', hashOf(key)).executeTakeFirst()
  if (row === undefined) throw general(401, 'unauthorized', 'This API key is not known.')
  return { organisation: row.organisation, workspaces: JSON.parse(row.workspaces) as string[] }
}

/**
 * The workspace to work in.
 *
 * @param asked the value of x-workspace-id
 * @param required whether the endpoint needs the header
 * @throws Refused 400 `workspace_required` without it, 403 when the key may not use it
 */
export function workspaceOf(key: Key, asked: string | undefined, required: boolean): string {
  if (!required) return key.workspaces[0] ?? key.organisation
  if (asked === undefined || asked === '') {
    throw general(400, 'workspace_required', `The header ${headers.workspace} is missing. This endpoint needs it.`)
  }
  if (!key.workspaces.includes(asked)) {
    throw general(403, 'forbidden', 'This API key may not use this workspace.')
  }
  return asked
}
