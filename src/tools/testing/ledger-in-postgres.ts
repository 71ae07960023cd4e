/** For tests of several gateways: reads the ledger that they share in PostgreSQL. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { serviceEndpoints } from '#contract/index.ts'
import type { LedgerEffect } from '#server/gateway/testing/several/history-check.ts'

/**
 * Reads every command to the service with its history.
 *
 * @param sentCommands the idempotency keys and operators of the commands that the test sent, since the ledger stores only keyed hashes
 */
export async function readLedger(
  url: string,
  sentCommands: readonly { key: string; operator: string }[],
): Promise<(LedgerEffect & { at: number })[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: schemas } = await client.query<{ schema: string }>(
      `select table_schema as schema from information_schema.tables where table_name = 'live_targets'`,
    )
    await client.query(`set search_path to "${schemas[0]?.schema}"`)
    const { rows: settings } = await client.query<{ value: string }>(
      `select value from settings where name = 'ledger secret'`,
    )
    const hash = (...texts: string[]) => {
      const hmac = createHmac('sha256', settings[0]?.value ?? '')
      for (const text of texts) hmac.update(`${text.length}:`).update(text)
      return hmac.digest('base64url')
    }
    const keyByHash = new Map(sentCommands.map(({ key, operator }) => [hash(operator, key), key]))
    const { rows } = await client.query<{ id: string; key: string; at: string; steps: LedgerEffect['steps'] }>(
      `select e.id, e.key, e.at,
         json_agg(json_build_object('state', h.state, 'happened', h.happened = 1, 'at', h.at) order by h.seq) as steps
       from effects e join history h on h.effect_id = e.id
       where e.endpoint = any($1) group by e.id, e.key, e.at`,
      [Object.keys(serviceEndpoints)],
    )
    return rows.map(({ id, key, at, steps }) => ({
      effectId: id,
      key: keyByHash.get(key) ?? null,
      steps,
      at: Number(at),
    }))
  } finally {
    await client.end()
  }
}
