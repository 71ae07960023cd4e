/** API keys that an administrator creates and revokes at run time. All keys share the organization's request budget. */
import { randomBytes } from 'node:crypto'
import { ownKey } from '#contract/index.ts'
import type { ServiceContext } from '../shared/context.ts'
import { newId } from '../shared/random.ts'
import { hashKey, organisations } from './keys.ts'

export interface KeyInfo {
  id: string
  name: string
  /** The first 8 hex digits of the key's SHA-256: identifies the key without revealing it. */
  fingerprint: string
  /** Epoch ms. */
  createdAt: number
}

export interface KeyRing {
  list: () => Promise<KeyInfo[]>
  /** Returns the key itself, which is not stored and cannot be shown again, and `kept`: what is stored about it. */
  create: (name: string) => Promise<{ key: string; kept: KeyInfo }>
  /** Takes effect at once. @returns false if no created key has this ID; the installation's own key cannot be revoked */
  revoke: (id: string) => Promise<boolean>
}

const fingerprint = (hash: string): string => hash.slice(0, 8)

/** @param apiKey the installation's own key */
export function createKeyRing({ database, clock, random }: ServiceContext, apiKey: string): KeyRing {
  const findOwnKey = () =>
    database.selectFrom('api_key').selectAll().where('hash', '=', hashKey(apiKey)).executeTakeFirstOrThrow()

  return {
    async list() {
      const { hash, created_at } = await findOwnKey()
      const createdKeys = await database
        .selectFrom('api_key')
        .selectAll()
        .where('id', 'is not', null)
        .orderBy('created_at')
        .execute()
      return [
        { id: ownKey, name: 'The installation’s own', fingerprint: fingerprint(hash), createdAt: created_at ?? 0 },
        ...createdKeys.map((row) => ({
          id: row.id ?? '',
          name: row.name ?? '',
          fingerprint: fingerprint(row.hash),
          createdAt: row.created_at ?? 0,
        })),
      ]
    },

    async create(name) {
      const key = `sk_${randomBytes(24).toString('hex')}`
      const { workspaces } = await findOwnKey()
      const info = { id: newId.record(random), name, fingerprint: fingerprint(hashKey(key)), createdAt: clock.now() }
      await database
        .insertInto('api_key')
        .values({
          hash: hashKey(key),
          organisation: organisations.main,
          workspaces,
          id: info.id,
          name,
          created_at: info.createdAt,
        })
        .execute()
      return { key, kept: info }
    },

    async revoke(id) {
      const { numDeletedRows } = await database.deleteFrom('api_key').where('id', '=', id).executeTakeFirst()
      return Number(numDeletedRows) > 0
    },
  }
}
