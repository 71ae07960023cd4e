/** Keys that an administrator creates and revokes while the service runs; all of them share the organization's budget. */
import { randomBytes } from 'node:crypto'
import { ownKey } from '#contract/index.ts'
import type { ServiceContext } from '../shared/context.ts'
import { ids } from '../shared/random.ts'
import { hashKey, organisations } from './keys.ts'

export interface KeyInfo {
  id: string
  name: string
  /** The first of the key's SHA-256, hex: names it without telling it. */
  fingerprint: string
  /** Epoch ms. */
  createdAt: number
}

export interface KeyRing {
  list: () => Promise<KeyInfo[]>
  /** The key itself is told here and nowhere else. */
  create: (name: string) => Promise<{ key: string; kept: KeyInfo }>
  /** At once. @returns whether there was such a key; the installation's own is none of these */
  revoke: (id: string) => Promise<boolean>
}

const fingerprint = (hash: string): string => hash.slice(0, 8)

/** @param apiKey the installation's own */
export function createKeyRing({ database, clock, random }: ServiceContext, apiKey: string): KeyRing {
  const own = () =>
    database.selectFrom('api_key').selectAll().where('hash', '=', hashKey(apiKey)).executeTakeFirstOrThrow()

  return {
    async list() {
      const { hash, created_at } = await own()
      const created = await database
        .selectFrom('api_key')
        .selectAll()
        .where('id', 'is not', null)
        .orderBy('created_at')
        .execute()
      return [
        { id: ownKey, name: 'The installation’s own', fingerprint: fingerprint(hash), createdAt: created_at ?? 0 },
        ...created.map((row) => ({
          id: row.id ?? '',
          name: row.name ?? '',
          fingerprint: fingerprint(row.hash),
          createdAt: row.created_at ?? 0,
        })),
      ]
    },

    async create(name) {
      const key = `sk_${randomBytes(24).toString('hex')}`
      const { workspaces } = await own()
      const kept = { id: ids.record(random), name, fingerprint: fingerprint(hashKey(key)), createdAt: clock.now() }
      await database
        .insertInto('api_key')
        .values({
          hash: hashKey(key),
          organisation: organisations.main,
          workspaces,
          id: kept.id,
          name,
          created_at: kept.createdAt,
        })
        .execute()
      return { key, kept }
    },

    async revoke(id) {
      const { numDeletedRows } = await database.deleteFrom('api_key').where('id', '=', id).executeTakeFirst()
      return Number(numDeletedRows) > 0
    },
  }
}
