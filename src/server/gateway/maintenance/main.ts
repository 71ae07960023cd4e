/**
 * Commands for the operator of the machine: `npm run backup`, `npm run restore`, `npm run move` and `npm run reset-password`. They read the
 * same environment as the gateway.
 */
import { resolve } from 'node:path'
import { DatabaseBusy, DatabaseUnusable } from '#server/database/faults.ts'
import { ConfigurationError, readConfiguration } from '../shared/configuration.ts'
import { backUp } from './backup-command.ts'
import { move } from './move.ts'
import { resetPassword } from './reset-password-command.ts'
import { markRestored, restore } from './restore.ts'

const usage: Record<string, string> = {
  backup:
    'npm run backup -- <folder>   makes a backup of the embedded database in a new folder, also while the gateway runs',
  restore:
    'npm run restore -- <folder> [--replace]   puts a backup in place while no gateway runs; npm run restore -- --mark   after a database was restored by other means',
  move: 'npm run move -- postgres://…   moves the embedded database to PostgreSQL while no gateway runs',
  'reset-password':
    'npm run reset-password -- [e-mail]   prints a link with which an operator, by default the only administrator, chooses a new password',
}

const commands: Record<string, (words: string[]) => Promise<string>> = {
  backup: async ([folder]) => {
    if (!folder) throw new DatabaseUnusable(`Specify a folder: ${usage.backup}`)
    return backUp(readConfiguration(process.env), resolve(folder))
  },
  restore: async (words) => {
    const configuration = readConfiguration(process.env)
    const [folder] = words.filter((word) => !word.startsWith('--'))
    if (words.includes('--mark')) return markRestored(configuration)
    if (configuration.databaseUrl !== null)
      throw new DatabaseUnusable(
        'DATABASE_URL is set, so the data is in PostgreSQL. Restore a dump with pg_restore or psql. The next start notices.',
      )
    if (!folder) throw new DatabaseUnusable(`Specify a folder: ${usage.restore}`)
    return restore(configuration, resolve(folder), { replace: words.includes('--replace'), now: Date.now() })
  },
  move: async ([url = '']) => {
    if (!/^postgres(ql)?:\/\/\S+$/.test(url)) throw new DatabaseUnusable(`Specify a database: ${usage.move}`)
    return move(readConfiguration(process.env), url, Date.now())
  },
  'reset-password': ([email = null]) => resetPassword(readConfiguration(process.env), email),
}

/** Runs a command. @returns what to print @throws Error with a sentence for people */
async function run([name = '', ...words]: string[]): Promise<string> {
  const command = commands[name]
  // guard: only-known-commands
  if (!command) throw new DatabaseUnusable(Object.values(usage).join('\n'))
  return command(words)
}

if (import.meta.main) {
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    if (error instanceof ConfigurationError) console.error([error.message, ...error.mistakes].join('\n- '))
    else if (error instanceof DatabaseBusy || error instanceof DatabaseUnusable) console.error(error.message)
    else console.error(`This failed: ${error instanceof Error ? error.stack : String(error)}`)
    process.exit(1)
  }
}
